/** Imports files in a public network format as a network, with a report. */
import { decodeText, pythonJson } from './base/file-text.ts';
import { ImportError, type ImportedNetwork } from './base/report.ts';
import { readEgret } from './egret/read-egret.ts';
import { MatpowerError } from './matpower/parse-matpower.ts';
import { readMatpowerNetwork } from './matpower/read-network.ts';
import { readPsseRaw } from './psse-raw/read-psse-raw.ts';
import { readPypsaCsv } from './pypsa-csv/read-pypsa-csv.ts';
import { readRtsGmlc } from './rts-gmlc/read-rts-gmlc.ts';
import { type FileSet, fileSet, isForm, isZip, openZip, readForm } from './tables/file-set.ts';

export const NETWORK_FORMATS = ['rts-gmlc', 'matpower', 'egret', 'pypsa-csv', 'psse-raw'] as const;
export type NetworkFormat = (typeof NETWORK_FORMATS)[number];

/** Name of the report file in an export; it is not part of the network. */
export const EXPORT_REPORT = 'export-report.json';

/** Uploaded files: bytes, content type and options. */
export interface SentFiles {
  readonly bytes: Buffer;
  readonly contentType: string;
}

interface ReadNetwork extends ImportedNetwork {
  /** Name of a single file in a form, without its ending. */
  readonly fileName?: string | undefined;
}

const READERS: Readonly<Record<NetworkFormat, (files: FileSet) => Promise<ImportedNetwork>>> = {
  'rts-gmlc': readRtsGmlc,
  matpower: async (files) => readMatpowerNetwork(decodeText(await onlyFile(files, '.m'))),
  egret: async (files) => readEgret(pythonJson(await onlyFile(files, '.json'))),
  'pypsa-csv': readPypsaCsv,
  'psse-raw': async (files) => readPsseRaw(decodeText(await onlyFile(files, '.raw'))),
};

/** The file of a format that has one file: the only file, or the only file with the expected extension. */
async function onlyFile(files: FileSet, ending: string): Promise<Buffer> {
  const candidates = files.names.filter((name) => name.toLowerCase().endsWith(ending));
  const [only, ...others] = files.names.length === 1 ? files.names : candidates;
  if (only === undefined || others.length > 0)
    throw new ImportError([], `Should be one file that ends in ${ending}, not ${candidates.length}`);
  return files.read(only);
}

/** Imports a network. Throws `ImportError` with the place of an unreadable value. */
export async function readNetwork(format: NetworkFormat, sent: SentFiles): Promise<ReadNetwork> {
  const { files, fileName } = await openFiles(sent);
  return { ...(await readNetworkFiles(format, files)), fileName };
}

/** Imports a network from open files. Throws `ImportError`. */
export async function readNetworkFiles(format: NetworkFormat, all: FileSet): Promise<ImportedNetwork> {
  try {
    return await READERS[format]({ ...all, names: all.names.filter((name) => name !== EXPORT_REPORT) });
  } catch (error) {
    if (error instanceof MatpowerError) throw new ImportError([], error.message);
    throw error;
  }
}

/** Opens an upload: a zip, a form of files, a form that contains a zip, or a single file. */
async function openFiles({ bytes, contentType }: SentFiles) {
  if (isZip(bytes)) return { files: await openZip(bytes), fileName: undefined };
  if (!isForm(contentType)) return { files: fileSet(new Map([['the file', bytes]])), fileName: undefined };
  const files = await readForm(bytes, contentType);
  const [name, ...others] = files.names;
  if (name === undefined || others.length > 0) return { files, fileName: undefined };
  const only = await files.read(name);
  return { files: isZip(only) ? await openZip(only) : files, fileName: withoutEnding(name) };
}

const withoutEnding = (path: string): string =>
  path.slice(path.lastIndexOf('/') + 1).replace(/(?<=.)\.[^.]*$/, '');
