/** Files that were sent together: a zip, or the parts of a form. */
import { ImportError } from '../base/import-error.ts';

/** What a file set may hold; what is packed is counted as it is unpacked. */
export const FILE_LIMITS = {
  /** Names in all, folders included. */
  entries: 10_000,
  /** Of one file, bytes. */
  fileBytes: 64 * 1024 * 1024,
  /** Of all files that are read, bytes. */
  totalBytes: 128 * 1024 * 1024,
};
export type FileLimits = typeof FILE_LIMITS;

export interface FileSet {
  /** Paths with `/`, as they were sent. */
  readonly names: readonly string[];
  /** Aborted when nobody waits for what is read, or it takes too long. */
  readonly signal: AbortSignal;
  /** Throws `ImportError` when the file is damaged or goes beyond a limit. */
  read(name: string): Promise<Buffer>;
}

/** Files that lie in memory. */
export const fileSet = (files: ReadonlyMap<string, Buffer>, signal: AbortSignal): FileSet => ({
  names: [...files.keys()],
  signal,
  read: async (name) => {
    const bytes = files.get(name);
    if (!bytes) throw new ImportError([name], `${name}: there is no such file`);
    return bytes;
  },
});

/**
 * The file that a path means, whatever the case of its letters: one that ends in the whole path, else the only one of
 * that base name, as forms often carry no folders. Undefined when there is none, or when it could be one of several.
 */
export function findFile({ names }: FileSet, path: string): string | undefined {
  const wanted = `/${path.toLowerCase()}`;
  const base = wanted.slice(wanted.lastIndexOf('/'));
  const ending = (end: string) => names.filter((name) => `/${name.toLowerCase()}`.endsWith(end));
  const whole = shortest(ending(wanted));
  if (whole !== undefined) return whole;
  const alike = ending(base);
  return alike.length === 1 ? alike[0] : undefined;
}

/** The one nearest to the root: copies lie deeper. */
const shortest = (names: readonly string[]): string | undefined =>
  names.toSorted((a, b) => a.length - b.length)[0];

/** Adds up what has been unpacked. Throws `ImportError` where a limit is passed. */
export function countBytes(limits: FileLimits) {
  let total = 0;
  return (name: string, ofFile: number, more: number): void => {
    total += more;
    if (ofFile > limits.fileBytes)
      throw new ImportError([name], `${name}: has more than ${limits.fileBytes} bytes when it is unpacked`);
    if (total > limits.totalBytes)
      throw new ImportError([name], `${name}: the files have more than ${limits.totalBytes} bytes in all`);
  };
}
