/** A folder of tables as a ZIP file. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { zipOf } from '../../support/callers/zip.ts';

export async function zipFolder(from: string): Promise<Buffer> {
  const paths = (await readdir(from, { recursive: true })).filter((path) => path.endsWith('.csv'));
  const tables = paths.map(async (path) => [path, await readFile(join(from, path))] as const);
  return zipOf(Object.fromEntries(await Promise.all(tables)));
}
