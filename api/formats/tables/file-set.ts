/** Files that were sent together: a zip, or the parts of a form. */
import { groupBy } from '../../../temporal/case/arithmetic/group-by.ts';
import { ImportError } from '../base/report.ts';

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
  /** Throws `ImportError` when the file is damaged or goes beyond a limit. */
  read(name: string): Promise<Buffer>;
}

/** Files that lie in memory. */
export const fileSet = (files: ReadonlyMap<string, Buffer>): FileSet => ({
  names: [...files.keys()],
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
  const alike = byBase(names).get(baseOf(wanted)) ?? [];
  const whole = shortest(alike.filter((name) => `/${name.toLowerCase()}`.endsWith(wanted)));
  if (whole !== undefined) return whole;
  return alike.length === 1 ? alike[0] : undefined;
}

const baseOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1).toLowerCase();

const books = new WeakMap<readonly string[], ReadonlyMap<string, readonly string[]>>();

/** Last part of a path -> the paths that end in it; a table may point to files 200,000 times. */
function byBase(names: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const known = books.get(names);
  if (known) return known;
  const made = groupBy(names, baseOf);
  books.set(names, made);
  return made;
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
