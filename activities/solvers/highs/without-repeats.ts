/**
 * Returns the last relaxation again if the model has not changed since, because HiGHS 1.15 discards the basis of an
 * unchanged model and repeats all iterations. After a change of the model no basis is returned: HiGHS would throw, or
 * return the basis of another run.
 */
import type { Relaxation, SolverSession } from '../solver.ts';

export function withoutRepeats(session: SolverSession): SolverSession {
  /** The last relaxation, if it is optimal. */
  let last: Relaxation | undefined;
  /** Passes changes on to HiGHS, unless they are empty. */
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
