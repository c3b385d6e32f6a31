/**
 * A set of files: a zip, whose files are unpacked on demand, or the parts of a form (multipart/form-data). Limits apply
 * to the sizes of the unpacked data, not to the sizes that an archive states.
 */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import { Busboy } from '@fastify/busboy';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { groupBy } from '../../../temporal/case/arithmetic/group-by.ts';
import { ImportError } from '../base/report.ts';

/** Limits of a file set. For packed files, the unpacked size counts. */
export const FILE_LIMITS = {
  /** Number of entries, folders included. */
  entries: 10_000,
  /** Size of one file, bytes. */
  fileBytes: 64 * 1024 * 1024,
  /** Total size of the files read, bytes. */
  totalBytes: 128 * 1024 * 1024,
};
type FileLimits = typeof FILE_LIMITS;

export interface FileSet {
  /** Paths of the files as sent, with `/`. */
  readonly names: readonly string[];
  /** Reads a file. Throws `ImportError` if the file is damaged or exceeds a limit. */
  read(name: string): Promise<Buffer>;
}

/** A file set that records which files were read. */
export function watched(sent: FileSet): FileSet & { unread(): string[] } {
  const read = new Set<string>();
  return {
    names: sent.names,
    read: (name) => {
      read.add(name);
      return sent.read(name);
    },
    unread: () => sent.names.filter((name) => !read.has(name)),
  };
}

/** A set of files in memory. */
export const fileSet = (files: ReadonlyMap<string, Buffer>): FileSet => ({
  names: [...files.keys()],
  read: async (name) => {
    const bytes = files.get(name);
    if (!bytes) throw new ImportError([name], `${name}: there is no such file`);
    return bytes;
  },
});

/**
 * Finds the file for a path, ignoring case: the file whose path ends in the given path; without such a file, the only
 * file with the same base name, because forms often omit folders. Undefined if there is no match, or several.
 */
export function findFile({ names }: FileSet, path: string): string | undefined {
  const suffix = `/${path.toLowerCase()}`;
  const alike = byBase(names).get(baseOf(suffix)) ?? [];
  const whole = shortest(alike.filter((name) => `/${name.toLowerCase()}`.endsWith(suffix)));
  if (whole !== undefined) return whole;
  return alike.length === 1 ? alike[0] : undefined;
}

const baseOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1).toLowerCase();

const books = new WeakMap<readonly string[], ReadonlyMap<string, readonly string[]>>();

/** Base name -> paths. Cached, because a table may refer to files 200,000 times. */
function byBase(names: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const cached = books.get(names);
  if (cached) return cached;
  const made = groupBy(names, baseOf);
  books.set(names, made);
  return made;
}

/** The path with the fewest folders: copies of a file are usually in deeper folders. */
const shortest = (names: readonly string[]): string | undefined =>
  names.toSorted((a, b) => a.length - b.length)[0];

/** Returns a function that adds up unpacked bytes. It throws `ImportError` if a limit is exceeded. */
export function countBytes(limits: FileLimits = FILE_LIMITS) {
  let total = 0;
  return (name: string, ofFile: number, more: number): void => {
    total += more;
    if (ofFile > limits.fileBytes)
      throw new ImportError([name], `${name}: has more than ${limits.fileBytes} bytes when it is unpacked`);
    if (total > limits.totalBytes)
      throw new ImportError([name], `${name}: the files have more than ${limits.totalBytes} bytes in all`);
  };
}

export const isForm = (contentType: string): boolean => /^multipart\/form-data\b/i.test(contentType);

/**
 * Reads a form. Throws `ImportError` for an incomplete form, for two files with the same name, and for too many files.
 */
export async function readForm(
  bytes: Buffer,
  contentType: string,
  limits: FileLimits = FILE_LIMITS,
): Promise<FileSet> {
  const files = new Map<string, Buffer>();
  let problem: ImportError | undefined;
  const refuse = (message: string): void => {
    problem ??= new ImportError([], message);
  };
  const busboy = toBusboy(contentType, limits);
  busboy.on('file', (field, stream, filename) => {
    const name = nameOf(field, filename ?? '');
    if (name.split('/').includes('..')) refuse(`${name}: a path may not lead out of its folder`);
    const pieces: Buffer[] = [];
    stream.on('data', (piece: Buffer) => pieces.push(piece));
    stream.on('error', (error) => refuse(`Not a form: ${error.message}`));
    stream.on('limit', () => refuse(`${name}: has more than ${limits.fileBytes} bytes`));
    stream.on('end', () => {
      if (files.has(name)) refuse(`${name}: appears twice`);
      files.set(name, Buffer.concat(pieces));
    });
  });
  busboy.on('partsLimit', () => refuse(`Has more than ${limits.entries} files`));
  await pipeline(Readable.from([bytes]), busboy).catch((error: unknown) => {
    refuse(`Not a form: ${error instanceof Error ? error.message : error}`);
  });
  if (problem) throw problem;
  return fileSet(files);
}

function toBusboy(contentType: string, { entries, fileBytes }: FileLimits) {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      preservePath: true,
      limits: { parts: entries, fileSize: fileBytes, headerPairs: 20 },
    });
  } catch (error) {
    throw new ImportError([], `Not a form: ${error instanceof Error ? error.message : error}`);
  }
}

/** Path of a file: browsers send base names only, so pages send the path as the field name. */
function nameOf(field: string, filename: string): string {
  const path = !filename.includes('/') && field.includes('/') ? field : filename || field;
  const parts = path.replaceAll('\\', '/').split('/');
  return parts.filter((part) => part !== '' && part !== '.').join('/');
}

/** First bytes of a zip; an empty zip begins with its end record (APPNOTE 4.3.7, 4.3.16). */
const MAGIC = ['PK\u0003\u0004', 'PK\u0005\u0006'];

export const isZip = (bytes: Buffer): boolean => MAGIC.includes(bytes.toString('latin1', 0, 4));

/**
 * Opens a zip. `count`: adds up the bytes of all files that are unpacked together. Throws `ImportError` for a file that
 * is not a zip, or for a zip that is damaged, is encrypted, has paths that lead out of it, or has too many files.
 */
export async function openZip(
  bytes: Buffer,
  limits: FileLimits = FILE_LIMITS,
  count = countBytes(limits),
): Promise<FileSet> {
  try {
    const zip = await fromBufferPromise(bytes, { lazyEntries: true, validateEntrySizes: true });
    const entries = await listEntries(zip, limits);
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
      throw new ImportError([entry.fileName], `${entry.fileName}: appears twice`);
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
  const bytes = Buffer.concat(pieces);
  // The library checks only lengths, so the checksum is checked here.
  if (crc32(bytes) !== entry.crc32)
    throw new ImportError([name], `${name}: is damaged, its checksum is another one`);
  return bytes;
}

/** Rethrows an error of the zip library as a fault of the uploaded archive. */
const refuse =
  (name: string) =>
  (error: unknown): never => {
    if (error instanceof ImportError || !(error instanceof Error)) throw error;
    throw new ImportError(name === '' ? [] : [name], `${name || 'Not a zip'}: ${error.message}`);
  };
