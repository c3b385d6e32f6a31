/** A solver session that counts its runs. */
import type { SolverSession } from '../../../activities/solvers/solver.ts';

export interface Runs {
  relaxations: number;
  searches: number;
}

export const countedSession = (session: SolverSession, runs: Runs): SolverSession => ({
  ...session,
  relax(limits) {
    runs.relaxations += 1;
    return session.relax(limits);
  },
  search(limits, start, watch) {
    runs.searches += 1;
    return session.search(limits, start, watch);
  },
});
