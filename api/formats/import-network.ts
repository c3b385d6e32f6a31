/** Files in one of the formats of networks -> a network and what became of their content. */
import { inSlices } from '../../temporal/json/in-slices.ts';
import { decodeText, toJson } from './base/file-text.ts';
import { ImportError } from './base/import-error.ts';
import type { ImportedNetwork } from './base/report.ts';
import { readEgret } from './egret/read-egret.ts';
import { MatpowerError } from './matpower/assignments.ts';
import { readMatpowerNetwork } from './matpower/read-network.ts';
import { readPsseRaw } from './psse-raw/read-psse-raw.ts';
import { readPypsaCsv } from './pypsa-csv/read-pypsa-csv.ts';
import { readRtsGmlc } from './rts-gmlc/read-rts-gmlc.ts';
import { type FileSet, fileSet } from './tables/file-set.ts';
import { isForm, readForm } from './tables/form-files.ts';
import { isZip, openZip } from './tables/zip-files.ts';

export const NETWORK_FORMATS = ['rts-gmlc', 'matpower', 'egret', 'pypsa-csv', 'psse-raw'] as const;
export type NetworkFormat = (typeof NETWORK_FORMATS)[number];

/** The report beside the files of an export, which is no part of the network. */
export const EXPORT_REPORT = 'export-report.json';

/** What was sent. */
export interface SentFiles {
  readonly bytes: Buffer;
  readonly contentType: string;
  /** Aborted when the client goes away. */
  readonly signal: AbortSignal;
}

interface ReadNetwork extends ImportedNetwork {
  /** Of a single file in a form, without its ending. */
  readonly fileName?: string | undefined;
}

/** RTS-GMLC takes some 2 s. */
const DEADLINE_MS = 60_000;

const READERS: Readonly<Record<NetworkFormat, (files: FileSet) => Promise<ImportedNetwork>>> = {
  'rts-gmlc': readRtsGmlc,
  matpower: async (files) =>
    inSlices(readMatpowerNetwork(await inSlices(decodeText(await onlyFile(files, '.m'))))),
  egret: async (files) => inSlices(readEgret(await toJson(await onlyFile(files, '.json')))),
  'pypsa-csv': readPypsaCsv,
  'psse-raw': async (files) =>
    inSlices(readPsseRaw((await inSlices(decodeText(await onlyFile(files, '.raw')))).join(''))),
};

/** A format of one file: the only one there is, or the only one with the ending. */
async function onlyFile(files: FileSet, ending: string): Promise<Buffer> {
  const named = files.names.filter((name) => name.toLowerCase().endsWith(ending));
  const [only, ...others] = files.names.length === 1 ? files.names : named;
  if (only === undefined || others.length > 0)
    throw new ImportError([], `Should be one file that ends in ${ending}, not ${named.length}`);
  return files.read(only);
}

/** Throws `ImportError` with the place of what cannot be read. */
export async function readNetwork(format: NetworkFormat, sent: SentFiles): Promise<ReadNetwork> {
  const deadline = AbortSignal.timeout(DEADLINE_MS);
  const signal = AbortSignal.any([deadline, sent.signal]);
  try {
    const { files: all, fileName } = await openFiles({ ...sent, signal });
    const files = { ...all, names: all.names.filter((name) => name !== EXPORT_REPORT) };
    return { ...(await READERS[format](files)), fileName };
  } catch (error) {
    if (error instanceof MatpowerError) throw new ImportError([], error.message);
    if (!deadline.aborted) throw error;
    throw new ImportError([], `Takes longer than ${DEADLINE_MS / 1000} s to read`);
  }
}

/** A zip, a form of files, a form with a zip in it, or a file as it is. */
async function openFiles({ bytes, contentType, signal }: SentFiles) {
  if (isZip(bytes)) return { files: await openZip(bytes, signal), fileName: undefined };
  if (!isForm(contentType))
    return { files: fileSet(new Map([['the file', bytes]]), signal), fileName: undefined };
  const files = await readForm(bytes, contentType, signal);
  const [name, ...others] = files.names;
  if (name === undefined || others.length > 0) return { files, fileName: undefined };
  const only = await files.read(name);
  return { files: isZip(only) ? await openZip(only, signal) : files, fileName: withoutEnding(name) };
}

const withoutEnding = (path: string): string =>
  path.slice(path.lastIndexOf('/') + 1).replace(/(?<=.)\.[^.]*$/, '');
