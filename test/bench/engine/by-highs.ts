/**
 * HiGHS alone: the whole three-binary model again and again until its solution breaks no flow limit. The numbers of units
 * are not integer in it: to round and branch on them is the engine's own.
 */
import { toCase } from '../../../activities/engine/case.ts';
import { type Clock, startClock } from '../../../activities/engine/clock.ts';
import { relativeGap } from '../../../activities/engine/search-state.ts';
import { openSecureModel, type SecureModel } from '../../../activities/engine/secure-model.ts';
import { openHighs } from '../../../activities/solvers/highs.ts';
import type { SolverSession } from '../../../activities/solvers/solver.ts';
import { formulate } from '../../../activities/uc/formulation/index.ts';
import { countedSession } from './counted-session.ts';
import type { GapMarks } from './gap-marks.ts';
import type { Answer, Strategy } from './strategy.ts';

const NOTHING: Answer = { cost: null, bound: null, gap: null };

export const byHighs: Strategy = async ({ jobType, payload }, { timeLimitS, mipGap }, { marks, runs }) => {
  const solved = toCase(payload, jobType);
  const formulation = formulate(solved.instance);
  const counts = new Set(formulation.counts.map(({ column }) => column));
  const { session, model } = await openSecureModel(solved, formulation, async ({ columns, rows }) => {
    const plain = columns.map((spec, c) => (counts.has(c) ? { ...spec, integer: false } : spec));
    return countedSession(await openHighs({ columns: plain, rows }, new Int32Array(1)), runs);
  });
  model.complete();
  const clock = startClock(timeLimitS);
  const found =
    jobType === 'ed'
      ? relaxed(model, clock)
      : searched(session, model, clock, mipGap, solved.factors ? undefined : marks);
  session.dispose();
  marks.see(found.gap);
  return found;
};

/** A dispatch has no integers, so that this is all there is to do. */
function relaxed(model: SecureModel, clock: Clock): Answer {
  const found = model.relax(clock);
  if (found.outcome !== 'optimal') return NOTHING;
  return { cost: found.objective, bound: found.objective, gap: 0 };
}

/** `marks`: sees gaps on the way, which prove nothing where flow limits may be missing. */
function searched(
  session: SolverSession,
  model: SecureModel,
  clock: Clock,
  mipGap: number,
  marks?: GapMarks,
): Answer {
  const watch = {
    onProgress: (seen: { mipGap: number | null }) => marks?.see(seen.mipGap),
    onIncumbent: () => undefined,
  };
  for (;;) {
    const found = session.search({ timeLimitS: Math.max(0.1, clock.leftS()), mipGap }, undefined, watch);
    const bound = Number.isFinite(found.bound) ? found.bound : null;
    if (found.objective === null) return { ...NOTHING, bound };
    if (model.addViolated(found.primal) === 0) {
      const gap = bound === null ? null : relativeGap(found.objective, bound);
      return { cost: found.objective, bound, gap };
    }
    if (clock.leftS() <= 0) return { ...NOTHING, bound };
  }
}
