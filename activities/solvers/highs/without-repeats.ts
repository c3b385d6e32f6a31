/**
 * Answers a relaxation of a model that has not changed since the last one from memory: HiGHS 1.15 forgets the basis of
 * such a model, and takes as many iterations again as from nothing. A model that has changed has no basis: HiGHS, asked
 * for it, would throw or tell that of another run.
 */
import type { Relaxation, SolverSession } from '../solver.ts';

export function withoutRepeats(session: SolverSession): SolverSession {
  /** Has an optimum. */
  let last: Relaxation | undefined;
  const changed = (count: number): void => {
    if (count > 0) last = undefined;
  };
  return {
    ...session,
    addColumns(columns) {
      changed(columns.length);
      session.addColumns(columns);
    },
    addRows(rows) {
      changed(rows.length);
      session.addRows(rows);
    },
    setLimits(rows, lower, upper) {
      changed(rows.length);
      session.setLimits(rows, lower, upper);
    },
    setBounds(columns, lower, upper) {
      changed(columns.length);
      session.setBounds(columns, lower, upper);
    },
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
