/** Which test files a run has, and how they are put into units for its lanes. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../plain/paths.mjs';
import type { Unit } from './lanes.ts';

const TESTS = join(ROOT, 'dist', 'test');
/** Seconds of the slow files, from the last `npm test -- --times`. */
export const SECONDS = join(ROOT, 'test', 'seconds.json');
const SUITES = ['unit', 'replay', 'integration', 'e2e'];
/**
 * Folders whose files are one unit, since they share what bears one test at a time: a private stack whose processes are
 * killed, and the stack of the run. Any other file may run beside any other.
 */
const TOGETHER = ['e2e/kills/', 'e2e/'];
/** A file that was not slow when it was measured, s. */
const QUICK = 0.3;

/** Paths such as `unit/api/app.test.ts`, of the suites, folders or files that `names` has; none = all but the cluster. */
export async function findTests(names: readonly string[]): Promise<string[]> {
  const built = await readdir(TESTS, { recursive: true });
  const files = built.filter((file) => file.endsWith('.test.js')).map((file) => file.replace(/js$/, 'ts'));
  const wanted =
    names.length > 0 ? names.map((name) => name.replace(/^test\//, '').replace(/\/$/, '')) : SUITES;
  const matches = (file: string, name: string) => file === name || file.startsWith(`${name}/`);
  const unknown = wanted.find((name) => !files.some((file) => matches(file, name)));
  if (unknown)
    throw new Error(`there is no test ${unknown}: name a suite (${SUITES.join(', ')}), a folder or a file`);
  return files.filter((file) => wanted.some((name) => matches(file, name))).sort();
}

export const needsServers = (file: string): boolean => /^(integration|e2e)\//.test(file);

export async function toUnits(files: readonly string[]): Promise<Unit[]> {
  const measured: Readonly<Record<string, number>> = JSON.parse(await readFile(SECONDS, 'utf8'));
  const units = new Map<string, string[]>();
  for (const file of files) {
    const unit = TOGETHER.find((folder) => file.startsWith(folder)) ?? file;
    units.set(unit, [...(units.get(unit) ?? []), file]);
  }
  return [...units.values()].map((together) => ({
    files: together.map((file) => join(TESTS, file.replace(/ts$/, 'js'))),
    seconds: together.reduce((sum, file) => sum + (measured[file] ?? QUICK), 0),
  }));
}
