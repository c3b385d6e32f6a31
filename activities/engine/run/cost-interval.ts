/**
 * What a changed case may cost, at once. From below: the verifier's bound at the multipliers of the case before the change.
 * From above: the commitment of that case dispatched in the changed one, repaired by list where it does not fit or sheds
 * load. Both are valid whatever was changed; a small change makes them close.
 */

import type { SolveResult } from '../../../temporal/case/messages/result.ts';
import type { ChangedCase, CostInterval } from '../../../temporal/case/messages/what-if.ts';
import type { Commitment } from '../../../temporal/case/schema.ts';
import type { JobType } from '../../../temporal/solvers.ts';
import { explainInfeasibility } from '../../infeasibility/explain-infeasibility.ts';
import { lowerBound } from '../../verifier/lower-bound.ts';
import { type Engine, EngineError, type EngineRequest, type EngineWatch } from '../base/engine.ts';
import { startClock } from '../base/solve.ts';

/** For all attempts at a schedule; most need a tenth of a second, s. */
const LIMIT_S = 12;
/** Another attempt has at least so much of that, s. */
const LEAST_S = 1;
const MIP_GAP = 1e-3;
/** A schedule this close to the bound is not improved, a share of its cost. */
const CLOSE = 0.01;

export async function costInterval(
  engine: Engine,
  jobType: JobType,
  changed: ChangedCase,
  { signal }: Pick<EngineWatch, 'signal'>,
): Promise<CostInterval> {
  const { payload, commitment } = changed;
  const clock = startClock(LIMIT_S);
  const stop = new AbortController();
  let begin = (): void => undefined;
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const watch = {
    signal: AbortSignal.any([signal, stop.signal]),
    onProgress: begin,
    onIncumbent: () => undefined,
  };
  const request = { jobType, payload, solver: 'highs', mipGap: MIP_GAP } as const;
  const solve: Attempt = async (more) => {
    const timeLimitS = clock.leftS();
    return timeLimitS < LEAST_S ? undefined : attempt(engine, { ...request, timeLimitS, ...more }, watch);
  };
  const start = { commitment, objective: Number.POSITIVE_INFINITY, bound: null };
  const first = solve(jobType === 'ed' ? {} : { start, finish: true, first: true });
  try {
    // What follows blocks this thread, and another process dispatches meanwhile: it must have the whole of the case by then.
    await Promise.race([begun, first]);
    const causes = explainInfeasibility(payload, jobType);
    if (causes.length > 0) return { lower_usd: null, upper_usd: null, verified: false, causes };
    if (jobType === 'ed') return intervalOf(await first, undefined);
    const below = lowerBound(jobType, changed);
    return intervalOf(await improved(solve, commitment, await first, below), below);
  } finally {
    // A dispatch that nobody waits for any more ends.
    stop.abort();
    await first.catch(() => undefined);
  }
}

/** What came of an attempt; where the engine had no answer, why; undefined where there was no time for one. */
type Attempted = SolveResult | EngineError | undefined;
type Attempt = (more: Partial<EngineRequest>) => Promise<Attempted>;

async function attempt(engine: Engine, request: EngineRequest, watch: EngineWatch): Promise<Attempted> {
  try {
    return await engine(request, watch);
  } catch (error) {
    if (error instanceof EngineError) return error;
    throw error;
  }
}

/** `kept`: the commitment as it is. A list where that sheds load or has no dispatch; a search where neither has one. */
async function improved(
  solve: Attempt,
  commitment: Commitment,
  kept: Attempted,
  below: number | undefined,
): Promise<Attempted> {
  if (hasSchedule(kept) && (!sheds(kept) || costOf(kept) * (1 - CLOSE) <= (below ?? -Infinity))) return kept;
  const listed = cheaper(kept, await solve({ finish: true }));
  if (hasSchedule(listed)) return listed;
  return cheaper(listed, await solve({ warmStart: { commitment } }));
}

const hasSchedule = (found: Attempted): found is SolveResult =>
  found !== undefined && !(found instanceof EngineError) && found.objective_value !== null;

const sheds = ({ unserved_mw = {} }: SolveResult): boolean =>
  Object.values(unserved_mw).some((hours) => hours.some((mw) => mw > 0));

const costOf = (found: Attempted): number =>
  hasSchedule(found) ? (found.objective_value ?? Infinity) : Infinity;

const cheaper = (a: Attempted, b: Attempted): Attempted =>
  costOf(a) <= costOf(b) && !isCause(b) ? a : (b ?? a);

/** An attempt that proves that there is no schedule says why. */
const isCause = (found: Attempted): boolean => found instanceof Object && 'infeasibility' in found;

const NO_TIME = 'No schedule was found at once';

function intervalOf(found: Attempted, below: number | undefined): CostInterval {
  if (!found || found instanceof EngineError) {
    const reason = found?.message ?? NO_TIME;
    return { lower_usd: below ?? null, upper_usd: null, verified: false, reason };
  }
  const { objective_value: upper, certificate, infeasibility, warnings } = found;
  const independent = [below, certificate?.independent_bound_usd].map((bound) => bound ?? -Infinity);
  const proven = Math.max(...independent);
  // A dispatch has no other bound than its solver's, whose prices the verifier proves.
  const lower = Number.isFinite(proven) ? proven : (found.lower_bound_usd ?? -Infinity);
  return {
    // A bound above the cost of a schedule is above it by the tolerances of the checks.
    lower_usd: Number.isFinite(lower) ? Math.min(lower, upper ?? Infinity) : null,
    upper_usd: upper,
    verified: certificate?.verified ?? false,
    ...(infeasibility && { causes: infeasibility.causes }),
    ...(upper === null && { reason: warnings.at(-1) ?? NO_TIME }),
  };
}
