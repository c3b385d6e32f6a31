/** Distribution factors of a network as JSON text, piece by piece: a single object would take many times the memory. */

import type { Line } from '../../../temporal/case/schema.ts';
import { readLines } from '../../case/read-line.ts';
import { lodfTable, ptdfTable } from '../../network/factor-tables.ts';
import { type Network, toNetwork } from '../../network/network.ts';
import { EngineError } from '../base/engine.ts';
import { uncomputable } from '../base/prepared-case.ts';

export type SensitivityRequest =
  | {
      readonly kind: 'ptdf';
      readonly lines: readonly Line[];
      /** Ids of lines in service. */
      readonly monitored: readonly string[];
      /** Bus number. */
      readonly slackBus: number;
    }
  | {
      readonly kind: 'lodf';
      readonly lines: readonly Line[];
      /** Ids of lines in service. */
      readonly outages: readonly string[];
    };

/** Throws `EngineError` INVALID_MODEL with the reason if the network cannot be computed. */
export function sensitivity(request: SensitivityRequest): Buffer {
  try {
    return Buffer.concat([...sensitivityText(request)].map((piece) => Buffer.from(piece)));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new EngineError('INVALID_MODEL', uncomputable(error));
  }
}

/** Factors are rounded to 1 / PRECISION; smaller ones are noise of the factorisation. */
const PRECISION = 1e9;

/** Throws RangeError if the network cannot be computed. */
function* sensitivityText(request: SensitivityRequest): Generator<string> {
  const { network, warnings } = toNetwork([], readLines(request.lines));
  yield* request.kind === 'ptdf' ? ptdfText(network, request) : lodfText(network, request.outages);
  yield `,"warnings":${JSON.stringify(warnings.map(({ message }) => message))}}`;
}

function* ptdfText(
  network: Network,
  { monitored, slackBus }: Extract<SensitivityRequest, { kind: 'ptdf' }>,
): Generator<string> {
  const rows = ptdfTable(network, positions(network, monitored), network.position(slackBus));
  const buses = network.buses.map((bus) => `"${bus}":`);
  yield '{"ptdf":{';
  let at = 0;
  for (const row of rows) {
    yield `${at > 0 ? ',' : ''}${JSON.stringify(monitored[at])}:${record(buses, row)}`;
    at++;
  }
  yield `},"slack_bus":${slackBus}`;
}

function* lodfText(network: Network, outages: readonly string[]): Generator<string> {
  const lines = network.lines.map(({ id }) => `${JSON.stringify(id)}:`);
  const islanding: string[] = [];
  yield '{"lodf":{';
  let at = 0;
  let separator = '';
  for (const factors of lodfTable(network, positions(network, outages))) {
    const outage = outages[at++] ?? '';
    if (!factors) {
      islanding.push(outage);
      continue;
    }
    yield `${separator}${JSON.stringify(outage)}:${record(lines, factors)}`;
    separator = ',';
  }
  yield `},"islanding":${JSON.stringify(islanding)}`;
}

function positions({ lines }: Network, ids: readonly string[]): number[] {
  const positionOf = new Map(lines.map(({ id }, position) => [id, position]));
  return ids.map((id) => positionOf.get(id) ?? -1);
}

/** Adds 0, since a reader would take -0 for another number. */
const rounded = (factor: number): number => Math.round(factor * PRECISION) / PRECISION + 0;

const record = (keys: readonly string[], factors: Float64Array): string =>
  `{${keys.map((key, at) => key + rounded(factors[at] ?? 0)).join(',')}}`;
