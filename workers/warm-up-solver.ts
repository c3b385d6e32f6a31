/**
 * Warms up the processes of a solver, one for each slot, beside everything else: a job that comes meanwhile has one of
 * its own.
 */
import type { Logger } from 'pino';
import type { Engine } from '../activities/engine/base/engine.ts';
import { warmUp } from '../activities/engine/run/warm-up.ts';
import type { SolverName } from '../temporal/solvers.ts';
import type { WorkerSettings } from './config.ts';
import { slotCount } from './slots.ts';

type Settings = Pick<WorkerSettings, 'NODE_ENV' | 'SOLVER_WARM_UP' | 'SOLVER_SLOTS'>;

/** Returns at once. Tests start many processes, and do without unless they ask for it. */
export function warmUpSolver(
  solver: SolverName,
  engine: Engine,
  settings: Settings,
  log: Pick<Logger, 'info' | 'warn'>,
): void {
  // The others are executables.
  if (solver !== 'highs' || !(settings.SOLVER_WARM_UP ?? settings.NODE_ENV !== 'test')) return;
  Promise.all(Array.from({ length: slotCount(settings) }, () => warmUp(engine))).then(
    (seconds) => log.info({ solver, seconds: Math.max(...seconds) }, 'solver is warm'),
    (error: unknown) => log.warn({ solver, err: error }, 'solver could not be warmed up'),
  );
}
