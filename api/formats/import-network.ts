/** Files in one of the formats of networks -> a network and what became of their content. */
import { ImportError } from './base/import-error.ts';
import type { ImportedNetwork } from './base/report.ts';
import { readRtsGmlc } from './rts-gmlc/read-rts-gmlc.ts';
import type { FileSet } from './tables/file-set.ts';
import { isForm, readForm } from './tables/form-files.ts';
import { isZip, openZip } from './tables/zip-files.ts';

export const NETWORK_FORMATS = ['rts-gmlc'] as const;
export type NetworkFormat = (typeof NETWORK_FORMATS)[number];

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
};

/** Throws `ImportError` with the place of what cannot be read. */
export async function readNetwork(format: NetworkFormat, sent: SentFiles): Promise<ReadNetwork> {
  const deadline = AbortSignal.timeout(DEADLINE_MS);
  const signal = AbortSignal.any([deadline, sent.signal]);
  try {
    const { files, fileName } = await openFiles({ ...sent, signal });
    return { ...(await READERS[format](files)), fileName };
  } catch (error) {
    if (!deadline.aborted) throw error;
    throw new ImportError([], `Takes longer than ${DEADLINE_MS / 1000} s to read`);
  }
}

/** A zip, a form of files, or a form with a zip in it. */
async function openFiles({ bytes, contentType, signal }: SentFiles) {
  if (isZip(bytes)) return { files: await openZip(bytes, signal), fileName: undefined };
  if (!isForm(contentType))
    throw new ImportError([], 'Should be a zip, or a form (multipart/form-data) with the files');
  const files = await readForm(bytes, contentType, signal);
  const [name = ''] = files.names;
  if (files.names.length > 1 || !isZip(await files.read(name))) return { files, fileName: undefined };
  return { files: await openZip(await files.read(name), signal), fileName: withoutEnding(name) };
}

const withoutEnding = (path: string): string =>
  path.slice(path.lastIndexOf('/') + 1).replace(/(?<=.)\.[^.]*$/, '');
