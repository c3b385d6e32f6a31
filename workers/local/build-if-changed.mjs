/** Builds when a source is newer than the last build. */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from './build.mjs';
import { ROOT } from './paths.mjs';

const SOURCES = ['api', 'workflows', 'activities', 'workers', 'temporal', 'mongo', 'test'];
const FILES = ['package-lock.json', 'tsconfig.json'];
const MARK = join(ROOT, 'dist', 'workflow-bundle.js');

export async function buildIfChanged() {
  const built = await modified(MARK);
  if (built > 0 && (await newest()) < built) return 'up to date';
  await build();
  return 'built';
}

const modified = (file) =>
  stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );

/** Folders count too, the top ones included: deleting a file changes its folder. */
async function newest() {
  const times = await Promise.all(FILES.map((file) => modified(join(ROOT, file))));
  for (const folder of SOURCES) {
    const entries = ['.', ...(await readdir(join(ROOT, folder), { recursive: true }))];
    times.push(...(await Promise.all(entries.map((entry) => modified(join(ROOT, folder, entry))))));
  }
  return Math.max(...times);
}
