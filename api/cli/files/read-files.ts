/** A folder of tables, file by file, or one file as it is. */
import { readdir, stat } from 'node:fs/promises';
import { basename, join, parse, resolve, sep } from 'node:path';
import { Refusal } from '../terminal/exit.ts';
import { MOST_FILE_BYTES, readBytes } from './read-file.ts';

interface NamedFile {
  /** Path below the folder, with `/`. */
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const TABLE = /\.(?:csv|json|m|raw)$/i;

/** `id`: the name of the folder, or of the file without its ending. Throws `Refusal`. */
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
  let left = MOST_FILE_BYTES;
  for (const name of names) {
    const bytes = await readBytes(join(path, name), left);
    left -= bytes.length;
    files.push({ name: name.replaceAll(sep, '/'), bytes });
  }
  return { id: basename(resolve(path)), files };
}
