/** An executable that stands in for a solver, in a folder of the test. */
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SolverName } from '../../temporal/solvers.ts';

export type Behaviour =
  | 'solve'
  | 'hang'
  | 'improve'
  | 'crash'
  | 'unlicensed'
  | 'garbage'
  | 'truncated'
  | 'infeasible'
  | 'unbounded'
  | 'limit'
  | 'out of time';

/** Path of the executable. */
export function standInCommand(folder: string, solver: SolverName, behaviour: Behaviour = 'solve'): string {
  const path = join(folder, `${solver} ${behaviour}`);
  const main = new URL('./stand-in/main.js', import.meta.url).pathname;
  writeFileSync(path, `#!/bin/sh\nexec '${process.execPath}' '${main}' ${solver} '${behaviour}' "$@"\n`);
  chmodSync(path, 0o700);
  return path;
}
