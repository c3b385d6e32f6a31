/**
 * The files of a zip, each unpacked when it is asked for. zlib does so in a thread, and never beyond the limits,
 * whatever sizes the archive claims.
 */
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { ImportError } from '../base/report.ts';
import { countBytes, FILE_LIMITS, type FileLimits, type FileSet } from './file-set.ts';

/** How a zip begins, or ends when it is empty (APPNOTE 4.3.7, 4.3.16). */
const MAGIC = ['PK\u0003\u0004', 'PK\u0005\u0006'];

export const isZip = (bytes: Buffer): boolean => MAGIC.includes(bytes.toString('latin1', 0, 4));

/** Throws `ImportError`: no zip, damaged, encrypted, with paths that lead out of it, or too many files. */
export async function openZip(bytes: Buffer, limits: FileLimits = FILE_LIMITS): Promise<FileSet> {
  try {
    const zip = await fromBufferPromise(bytes, { lazyEntries: true, validateEntrySizes: true });
    const entries = await listEntries(zip, limits);
    const count = countBytes(limits);
    return {
      names: [...entries.keys()],
      read: async (name) => {
        const entry = entries.get(name);
        if (!entry) throw new ImportError([name], `${name}: there is no such file`);
        return unpack(zip, entry, count).catch(refuse(name));
      },
    };
  } catch (error) {
    return refuse('')(error);
  }
}

async function listEntries(zip: ZipFile, limits: FileLimits): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  if (zip.entryCount > limits.entries) throw new ImportError([], `Has more than ${limits.entries} files`);
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName.endsWith('/')) continue;
    if (entries.has(entry.fileName))
      throw new ImportError([entry.fileName], `${entry.fileName}: is there twice`);
    entries.set(entry.fileName, entry);
  }
  return entries;
}

async function unpack(zip: ZipFile, entry: Entry, count: ReturnType<typeof countBytes>): Promise<Buffer> {
  const name = entry.fileName;
  if (entry.isEncrypted()) throw new ImportError([name], `${name}: is encrypted`);
  count(name, entry.uncompressedSize, 0);
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of await zip.openReadStreamPromise(entry)) {
    length += piece.length;
    count(name, length, piece.length);
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/** What the library throws is about the archive. */
const refuse =
  (name: string) =>
  (error: unknown): never => {
    if (error instanceof ImportError || !(error instanceof Error)) throw error;
    throw new ImportError(name === '' ? [] : [name], `${name || 'Not a zip'}: ${error.message}`);
  };
