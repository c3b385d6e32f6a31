/**
 * Answers a relaxation of a model that has not changed since the last one from memory: HiGHS 1.15 forgets the basis of
 * such a model, and takes as many iterations again as from nothing. A model that has changed has no basis: HiGHS, asked
 * for it, would throw or tell that of another run.
 */
import type { Relaxation, SolverSession } from '../solver.ts';

export function withoutRepeats(session: SolverSession): SolverSession {
  /** Has an optimum. */
  let last: Relaxation | undefined;
  /** A change of nothing is none, and HiGHS is not told of it. */
  const changing =
    <Args extends readonly [{ readonly length: number }, ...unknown[]]>(change: (...args: Args) => void) =>
    (...args: Args): void => {
      if (args[0].length === 0) return;
      last = undefined;
      change(...args);
    };
  return {
    ...session,
    addColumns: changing(session.addColumns),
    addRows: changing(session.addRows),
    setLimits: changing(session.setLimits),
    setBounds: changing(session.setBounds),
    relax(limits) {
      if (session.isStopped() && !limits.evenIfStopped) return { outcome: 'limit' };
      const relaxation = last ?? session.relax(limits);
      last = relaxation.outcome === 'optimal' ? relaxation : undefined;
      return relaxation;
    },
    basis: () => last && session.basis?.(),
    search(limits, start, watch) {
      last = undefined;
      return session.search(limits, start, watch);
    },
    startFrom(basis) {
      last = undefined;
      session.startFrom?.(basis);
    },
  };
}
