/** Stores files in a public format as a network of the caller. */
import { randomUUID } from 'node:crypto';
import { type InferType, number, object } from 'yup';
import type { NetworkRecord } from '../../mongo/networks.ts';
import { type NetworkBody, networkBody } from '../../temporal/case/messages/network-body.ts';
import { ImportError, type ImportReport } from '../formats/base/report.ts';
import { type NetworkFormat, readNetwork } from '../formats/import-network.ts';
import { Unprocessable } from '../http/errors.ts';
import type { Caller } from '../http/request.ts';
import { validate } from '../http/validate.ts';
import { checkNetwork, putNetwork } from './change-network.ts';
import type { ScenarioDeps } from './deps.ts';

const MAX_FILE_BYTES = 64 * 1024 * 1024;
const MAX_ID = 200;

interface ImportRequest {
  readonly format: NetworkFormat;
  /** Default: the name of the file, else an id of its own. */
  readonly networkId?: string | undefined;
  readonly name?: string | undefined;
  /** Nothing is stored. */
  readonly dryRun: boolean;
}

interface ImportedNetwork {
  readonly networkId: string;
  /** Absent when nothing was stored. */
  readonly record?: NetworkRecord;
  readonly counts: NetworkCounts;
  readonly report: ImportReport;
}

export async function importNetwork(
  deps: Pick<ScenarioDeps, 'networks' | 'audit' | 'now' | 'storage'>,
  { format, networkId, name, dryRun }: ImportRequest,
  caller: Caller,
): Promise<ImportedNetwork> {
  const { request } = caller;
  const bytes = await request.file(MAX_FILE_BYTES);
  const sent = { bytes, contentType: request.header('content-type') ?? '' };
  const { network: read, report, fileName } = await readNetwork(format, sent).catch(refuse);
  const id = networkId ?? (fileName?.slice(0, MAX_ID) || randomUUID());
  const network = await validate(networkBody, 'body', { ...read, name: name ?? read.name ?? id });
  const imported = { networkId: id, counts: countParts(network), report };
  if (!dryRun) return { ...imported, record: (await putNetwork(deps, id, network, caller)).record };
  checkNetwork(network);
  return imported;
}

const LISTS = [
  'buses',
  'lines',
  'dc_lines',
  'generators',
  'renewables',
  'storage',
  'reserves',
  'fuels',
  'loads',
] as const;

const NONE: NetworkCounts = {
  buses: 0,
  lines: 0,
  dc_lines: 0,
  generators: 0,
  renewables: 0,
  storage: 0,
  reserves: 0,
  fuels: 0,
  loads: 0,
  hours: 0,
};

const count = () => number().integer().min(0).required();

export const countsSchema = object({
  buses: count(),
  lines: count(),
  dc_lines: count(),
  generators: count(),
  renewables: count(),
  storage: count(),
  reserves: count(),
  fuels: count(),
  loads: count(),
  hours: count().meta({ description: 'Length of the longest series' }),
});
type NetworkCounts = InferType<typeof countsSchema>;

function countParts(network: NetworkBody): NetworkCounts {
  const counts = { ...NONE };
  for (const list of LISTS) counts[list] = network[list]?.length ?? 0;
  for (const { values } of network.loads) counts.hours = Math.max(counts.hours, values.length);
  for (const { p_max } of network.renewables ?? []) counts.hours = Math.max(counts.hours, p_max.length);
  return counts;
}

function refuse(error: unknown): never {
  if (!(error instanceof ImportError)) throw error;
  throw new Unprocessable([{ loc: ['body', ...error.path], msg: error.message, type: 'value_error' }]);
}
