/** Reads files and folders of the user; files over the size limit are refused before they are read. */
import { open, readdir, stat } from 'node:fs/promises';
import { basename, join, parse, resolve, sep } from 'node:path';
import {
  type CaseFile,
  type JsonObject,
  NoCaseError,
  parseJson,
  readCase,
  textOf,
} from '../../client/file-format.ts';
import { Refusal } from '../terminal/exit.ts';

const MB = 1024 * 1024;
/** Default limits of the server for a JSON body and, below, for a file to import. */
export const MOST_BODY_BYTES = 32 * MB;
const MOST_FILE_BYTES = 64 * MB;
const MOST_EVIDENCE_BYTES = 128 * MB;

async function readBytes(
  file: string,
  mostBytes: number,
  whoTakes = 'the server takes',
): Promise<Uint8Array<ArrayBuffer>> {
  const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
    throw new Refusal(error.code === 'ENOENT' ? `${file}: no such file` : `${file}: ${error.message}`);
  });
  try {
    const stats = await handle.stat();
    if (stats.isDirectory()) throw new Refusal(`${file} is a folder`);
    if (stats.size > mostBytes)
      throw new Refusal(`${file} has ${Math.ceil(stats.size / MB)} MB, ${whoTakes} ${mostBytes / MB} MB`);
    return new Uint8Array(await handle.readFile());
  } finally {
    await handle.close();
  }
}

export const readText = async (file: string, mostBytes: number): Promise<string> =>
  inFile(file, async () => textOf(new Blob([await readBytes(file, mostBytes)])));

/**
 * Reads a certificate, case or result. The file is checked on this machine, so it may exceed the limits of the server.
 */
export const readEvidenceFile = <T>(file: string, read: (text: string) => T): Promise<T> =>
  inFile(file, async () =>
    read(await textOf(new Blob([await readBytes(file, MOST_EVIDENCE_BYTES, 'this command takes')]))),
  );

/** Reads a case. `bytes`: content of the file as stored, gzipped or not. */
export const readCaseFile = (file: string): Promise<{ content: CaseFile; bytes: Uint8Array }> =>
  inFile(file, async () => {
    const bytes = await readBytes(file, MOST_FILE_BYTES);
    return { content: readCase(await textOf(new Blob([bytes]))), bytes };
  });

/** Reads a JSON object. Throws `Refusal` otherwise. */
export const readJson = (file: string): Promise<JsonObject> =>
  inFile(file, async () => {
    const value = parseJson(await readText(file, MOST_BODY_BYTES));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
    throw new NoCaseError('should be an object');
  });

/** Adds the file name to errors of `read`. */
async function inFile<T>(file: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof NoCaseError) throw new Refusal(`${file}: ${error.message}`);
    throw error;
  }
}

interface NamedFile {
  /** Path relative to the folder, with `/`. */
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const TABLE = /\.(?:csv|json|m|raw)$/i;

/**
 * Reads a file, or all tables of a folder. `id`: name of the folder, or name of the file without its extension. Throws
 * `Refusal`.
 */
export async function readFiles(path: string): Promise<{ readonly id: string; readonly files: NamedFile[] }> {
  const isFolder = await stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
  if (!isFolder)
    return {
      id: parse(path).name,
      files: [{ name: basename(path), bytes: await readBytes(path, MOST_FILE_BYTES) }],
    };
  const names = (await readdir(path, { recursive: true })).filter((name) => TABLE.test(name)).sort();
  if (names.length === 0) throw new Refusal(`${path}: no tables in this folder`);
  const files: NamedFile[] = [];
  let remainingBytes = MOST_FILE_BYTES;
  for (const name of names) {
    const bytes = await readBytes(join(path, name), remainingBytes);
    remainingBytes -= bytes.length;
    files.push({ name: name.replaceAll(sep, '/'), bytes });
  }
  return { id: basename(resolve(path)), files };
}
