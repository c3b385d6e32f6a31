/** Nothing is stored for what could not start now: these solvers and Temporal must answer. */
import type { SolverName } from '../../temporal/solvers.ts';
import type { Deps } from '../deps.ts';
import { BadGateway } from '../errors.ts';

const TEMPORAL_DEADLINE_MS = 2000;

/** Throws `BadGateway` or what the solver service says. */
export async function requireBackends(
  deps: Pick<Deps, 'solverService' | 'pingTemporal'>,
  solvers: readonly SolverName[],
): Promise<void> {
  await Promise.all([
    ...solvers.map((solver) => deps.solverService.requireSolver(solver)),
    deps.pingTemporal(TEMPORAL_DEADLINE_MS).catch((cause: unknown) => {
      throw new BadGateway('Workflow service unreachable', { cause });
    }),
  ]);
}
