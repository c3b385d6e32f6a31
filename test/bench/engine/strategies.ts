/** Strategies to solve an instance, and the figures of a run. */

import { prepareCase, prepareRequest } from '../../../activities/engine/base/prepared-case.ts';
import {
  type Clock,
  progressShower,
  relativeGap,
  startClock,
} from '../../../activities/engine/base/solve.ts';
import { openSecureModel, type SecureModel } from '../../../activities/engine/model/secure-model.ts';
import { findResult } from '../../../activities/engine/strategy.ts';
import { openHighs } from '../../../activities/solvers/highs/open-highs.ts';
import type { SearchProgress, SolverSession } from '../../../activities/solvers/solver.ts';
import { formulate } from '../../../activities/uc/formulation/index.ts';
import { certify } from '../../../activities/verifier/certify.ts';
import { cpuS } from '../../support/load.ts';
import { GAPS, type Gap } from './figure.ts';
import type { BenchInstance } from './instance.ts';

interface Answer {
  readonly cost: number | null;
  readonly bound: number | null;
  readonly gap: number | null;
  readonly independent_gap?: number | null;
  readonly certificate_s?: number;
}

type Strategy = (
  instance: BenchInstance,
  limits: { readonly timeLimitS: number; readonly mipGap: number },
  seen: { readonly marks: GapMarks; readonly runs: Runs },
) => Promise<Answer>;

/** The engine, from the payload to the certificate. */
export const byEngine: Strategy = async ({ jobType, payload }, limits, { marks, runs }) => {
  const request = { jobType, payload, solver: 'highs', ...limits } as const;
  const watch = {
    onProgress: ({ mip_gap }: { mip_gap: number | null }) => marks.see(mip_gap),
    onIncumbent: () => undefined,
  };
  const clock = startClock(limits.timeLimitS);
  const result = await findResult({
    request,
    prepared: prepareRequest(request),
    clock,
    open: async (...asked) => countedSession(await openHighs(...asked), runs),
    stop: new Int32Array(1),
    watch,
    show: progressShower(watch, clock),
  });
  const { objective_value: cost, lower_bound_usd: bound, mip_gap: gap } = result;
  marks.see(gap);
  if (cost === null) return { cost, bound, gap };
  const before = marks.spentS();
  const certificate = certify(payload, jobType, result);
  if (!certificate.verified) throw new Error('not verified');
  const independent_gap = certificate.independent_gap ?? null;
  return { cost, bound, gap, independent_gap, certificate_s: marks.spentS() - before };
};

/**
 * Plain HiGHS: solves the whole three-binary model repeatedly until its solution violates no flow limit. The numbers of
 * units are not integer in it: rounding and branching on them belongs to the engine.
 */
const NOTHING: Answer = { cost: null, bound: null, gap: null };

export const byHighs: Strategy = async ({ jobType, payload }, { timeLimitS, mipGap }, { marks, runs }) => {
  const solved = prepareCase(payload, jobType);
  const formulation = formulate(solved.instance);
  const counts = new Set(formulation.counts.map(({ column }) => column));
  const { session, model } = await openSecureModel(solved, formulation, async ({ columns, rows }) => {
    const plain = columns.map((spec, c) => (counts.has(c) ? { ...spec, integer: false } : spec));
    return countedSession(await openHighs({ columns: plain, rows }, new Int32Array(1)), runs);
  });
  model.complete();
  const clock = startClock(timeLimitS);
  const solution =
    jobType === 'ed'
      ? relaxed(model, clock)
      : searched(session, model, clock, mipGap, solved.factors ? undefined : marks);
  session.dispose();
  marks.see(solution.gap);
  return solution;
};

/** A dispatch has no integers: its relaxation is its solution. */
function relaxed(model: SecureModel, clock: Clock): Answer {
  const relaxation = model.relax(clock);
  if (relaxation.outcome !== 'optimal') return NOTHING;
  return { cost: relaxation.objective, bound: relaxation.objective, gap: 0 };
}

/** `marks` records gaps on the way, which prove nothing while flow limits may be missing. */
function searched(
  session: SolverSession,
  model: SecureModel,
  clock: Clock,
  mipGap: number,
  marks?: GapMarks,
): Answer {
  const watch = {
    onProgress: ({ mip_gap }: SearchProgress) => marks?.see(mip_gap),
    onIncumbent: () => undefined,
  };
  for (;;) {
    const search = session.search({ timeLimitS: Math.max(0.1, clock.leftS()), mipGap }, undefined, watch);
    const bound = Number.isFinite(search.bound) ? search.bound : null;
    if (search.objective === null) return { ...NOTHING, bound };
    if (model.addViolated(search.primal) === 0) {
      const gap = bound === null ? null : relativeGap(search.objective, bound);
      return { cost: search.objective, bound, gap };
    }
    if (clock.leftS() <= 0) return { ...NOTHING, bound };
  }
}

/** A solver session that counts its runs. */
interface Runs {
  relaxations: number;
  searches: number;
}

const countedSession = (session: SolverSession, runs: Runs): SolverSession => ({
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

/** CPU of this process since the call until each gap was first proven, s. */
interface GapMarks {
  readonly marks: { [gap in Gap]?: number };
  see(gap: number | null): void;
  spentS(): number;
}

export function gapMarks(): GapMarks {
  const begin = cpuS();
  const marks: GapMarks['marks'] = {};
  const spentS = (): number => cpuS() - begin;
  return {
    marks,
    see(gap) {
      if (gap === null) return;
      for (const target of GAPS) if (gap <= target) marks[target] ??= spentS();
    },
    spentS,
  };
}
