/** Writes a file whole or not at all: readers see the old contents or the new. */
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

let count = 0;

export async function replaceFile(file: string, contents: string, mode = 0o644): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  count += 1;
  const partial = `${file}.${process.pid}.${count}`;
  try {
    await writeFile(partial, contents, { mode });
    await rename(partial, file);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}
