/** What the protocol of runs needs besides a kind of run. */
import type { Idempotency } from '../../mongo/idempotency.ts';
import type { SolverName } from '../../temporal/solvers.ts';
import type { KitDeps } from '../http/deps.ts';

export interface RunDeps extends Pick<KitDeps, 'audit' | 'limits' | 'storage' | 'follows' | 'log' | 'now'> {
  readonly idempotency: Idempotency;
  /** Throws what the solver service says. */
  readonly solverService: { requireSolver(solver: SolverName): Promise<void> };
  /** Resolves when Temporal answers in time. */
  readonly pingTemporal: (deadlineMs: number) => Promise<void>;
}
