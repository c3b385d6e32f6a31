/** Tells of a running search from its log, and of its solutions when the solver writes them on the way. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SearchWatch } from '../solver.ts';
import type { Dialect } from './dialect.ts';
import type { GrowingModel } from './growing-model.ts';
import type { RunLog } from './run-log.ts';

/** Between two looks, ms. */
const LOOK_MS = 250;
/** Named by the solvers with a number that grows. */
const INCUMBENT_FILE = /^incumbent\D*(\d+)\.sol$/;

export function createSearchWatcher(
  { progress, incumbent }: Dialect,
  model: GrowingModel,
  watch: SearchWatch,
): (folder: string, log: RunLog) => void {
  let looked = performance.now();
  let shown = -1;
  const showIncumbent = (folder: string): void => {
    const newest = newestIncumbent(folder);
    if (!incumbent || !newest || newest.number <= shown) return;
    // One that is being written lacks values, and is read at the next look.
    const primal = incumbent(readFileSync(join(folder, newest.file), 'utf8'), model.columns.length);
    if (!primal) return;
    shown = newest.number;
    watch.onIncumbent(primal, model.objective(primal));
  };
  return (folder, log) => {
    if (performance.now() - looked < LOOK_MS) return;
    looked = performance.now();
    const seen = log.newLines().map(progress).findLast(Boolean);
    if (seen) watch.onProgress(seen);
    if (incumbent) showIncumbent(folder);
  };
}

function newestIncumbent(folder: string): { readonly file: string; readonly number: number } | undefined {
  return readdirSync(folder)
    .flatMap((file) => {
      const number = INCUMBENT_FILE.exec(file)?.[1];
      return number === undefined ? [] : [{ file, number: Number(number) }];
    })
    .reduce<{ file: string; number: number } | undefined>(
      (newest, found) => (newest && newest.number > found.number ? newest : found),
      undefined,
    );
}
