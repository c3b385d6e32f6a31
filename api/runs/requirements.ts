/** What must hold before anything of a run is stored. */
import type { SolverName } from '../../temporal/solvers.ts';
import { BadGateway, TooMany } from '../http/errors.ts';
import type { RunDeps } from './deps.ts';
import type { RunKind } from './run-kind.ts';

const TEMPORAL_DEADLINE_MS = 2000;

/**
 * Nothing is stored for what could not start now: these solvers and Temporal must answer.
 * Throws `BadGateway` or what the solver service says.
 */
export async function requireBackends(
  { solverService, pingTemporal }: Pick<RunDeps, 'solverService' | 'pingTemporal'>,
  solvers: readonly SolverName[],
): Promise<void> {
  await Promise.all([
    ...solvers.map((solver) => solverService.requireSolver(solver)),
    pingTemporal(TEMPORAL_DEADLINE_MS).catch((cause: unknown) => {
      throw new BadGateway('Workflow service unreachable', { cause });
    }),
  ]);
}

/** Something of theirs may have ended by then, s. */
const RETRY_AFTER_S = 30;

/**
 * Nobody may have more open than their share: what waits behind it would keep the solvers from everybody else.
 * Parts of an experiment or execution do not count beside it. Throws `TooMany`.
 */
export async function requireRoom(
  { noun, mostOpen, records }: Pick<RunKind, 'noun' | 'mostOpen' | 'records'>,
  userId: string,
): Promise<void> {
  if ((await records.countOpen(userId)) < mostOpen) return;
  throw new TooMany(
    `You have ${mostOpen} open ${noun}s, the most allowed: wait until one has ended`,
    RETRY_AFTER_S,
  );
}
