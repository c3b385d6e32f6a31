/** Test files of a run, and their grouping into units for lanes. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../plain/paths.mjs';
import type { Unit } from './lanes.ts';

const TESTS = join(ROOT, 'dist', 'test');
/** File with the durations of slow test files, s, from the last `npm test -- --times`. */
export const SECONDS = join(ROOT, 'test', 'seconds.json');
export const SUITES = ['unit', 'replay', 'integration', 'e2e'];
/**
 * Folders whose files run one after another: they kill the processes of a private stack, or (next constant) use a stack
 * of the run. All other files may run in parallel.
 */
const KILLS = 'e2e/kills/';
const E2E = 'e2e/';
/**
 * Tests that take too long for every run and cannot be sampled. `npm run cluster -- test` includes them, and runs in
 * full the tests that are sampled here.
 */
export const LONG = [
  ...['schedules', 'interrupted', 'tracing', 'watching'].map((name) => `${KILLS}${name}.test.ts`),
  ...['budgets', 'real-time', 'cli/other-commands', 'cli/watch'].map((name) => `${E2E}${name}.test.ts`),
  'unit/api/formats/doubling.test.ts',
];
/** Assumed duration of a file that is not in the table, s. */
const QUICK = 0.3;

/**
 * Paths of test files, such as `unit/api/app.test.ts`, in the suites, folders or files in `names`; if empty, all except
 * the cluster and LONG.
 */
export async function findTests(names: readonly string[]): Promise<string[]> {
  const built = await readdir(TESTS, { recursive: true });
  const files = built.filter((file) => file.endsWith('.test.js')).map((file) => file.replace(/js$/, 'ts'));
  const selection =
    names.length > 0 ? names.map((name) => name.replace(/^test\//, '').replace(/\/$/, '')) : SUITES;
  const matches = (file: string, name: string) => file === name || file.startsWith(`${name}/`);
  const unknown = selection.find((name) => !files.some((file) => matches(file, name)));
  if (unknown)
    throw new Error(`there is no test ${unknown}: name a suite (${SUITES.join(', ')}), a folder or a file`);
  const isLeftOut = (file: string): boolean => names.length === 0 && LONG.includes(file);
  return files.filter((file) => !isLeftOut(file) && selection.some((name) => matches(file, name))).sort();
}

export const needsBrowser = (file: string): boolean => /^e2e\/web\//.test(file);
export const needsServers = (file: string): boolean => /^(integration|e2e)\//.test(file);

type UnitOnStack = Unit & { readonly stack: number };

/** Distributes the files that use a stack over `stacks` units, each with a stack of its own. */
export async function toUnits(files: readonly string[], stacks = 1): Promise<UnitOnStack[]> {
  const measured: Readonly<Record<string, number>> = JSON.parse(await readFile(SECONDS, 'utf8'));
  const secondsOf = (file: string) => measured[file] ?? QUICK;
  const shared = Array.from({ length: stacks }, () => ({ files: [] as string[], seconds: 0 }));
  const units = new Map<string, string[]>();
  for (const file of [...files].sort((a, b) => secondsOf(b) - secondsOf(a) || a.localeCompare(b))) {
    if (file.startsWith(E2E) && !file.startsWith(KILLS)) {
      const [emptiest] = [...shared].sort((a, b) => a.seconds - b.seconds);
      emptiest?.files.push(file);
      if (emptiest) emptiest.seconds += secondsOf(file);
      continue;
    }
    const unit = file.startsWith(KILLS) ? KILLS : file;
    units.set(unit, [...(units.get(unit) ?? []), file]);
  }
  const toUnit = (together: readonly string[], stack = 0) => ({
    files: together.map((file) => join(TESTS, file.replace(/ts$/, 'js'))),
    seconds: together.reduce((sum, file) => sum + secondsOf(file), 0),
    stack,
  });
  return [
    ...shared.map(({ files: together }, stack) => toUnit(together, stack)),
    ...[...units.values()].map((together) => toUnit(together)),
  ].filter((unit) => unit.files.length > 0);
}
