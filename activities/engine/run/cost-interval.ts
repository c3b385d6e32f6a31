/**
 * An interval for the cost of a changed case, computed in a short time. The lower end is the verifier's bound at the
 * multipliers of the case before the change. The upper end is the cost of the commitment of that case, dispatched in
 * the changed case, or the cost of a priority list if the commitment is infeasible there or sheds load. Both ends are
 * valid for any change; the smaller the change, the closer they are.
 */

import type { SolveResult } from '../../../temporal/case/messages/result.ts';
import type { ChangedCase, CostInterval } from '../../../temporal/case/messages/what-if.ts';
import type { Commitment } from '../../../temporal/case/schema.ts';
import type { JobType } from '../../../temporal/solvers.ts';
import { explainInfeasibility } from '../../infeasibility/explain-infeasibility.ts';
import { lowerBound } from '../../verifier/lower-bound.ts';
import { type Engine, EngineError, type EngineRequest, type EngineWatch } from '../base/engine.ts';
import { startClock } from '../base/solve.ts';

/** Time limit of all attempts at a schedule, s; most need a tenth of a second. */
const LIMIT_S = 12;
/** Least remaining time for another attempt, s. */
const LEAST_S = 1;
const MIP_GAP = 1e-3;
/** Gap below which a schedule is not improved any more, as a share of its cost. */
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
  const started = new Promise<void>((resolve) => {
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
    // Waits until the other process has received the case, because the next step blocks this thread; meanwhile the
    // other process dispatches.
    await Promise.race([started, first]);
    const causes = explainInfeasibility(payload, jobType);
    if (causes.length > 0) return { lower_usd: null, upper_usd: null, verified: false, causes };
    if (jobType === 'ed') return intervalOf(await first, undefined);
    const below = lowerBound(jobType, changed);
    return intervalOf(await improved(solve, commitment, await first, below), below);
  } finally {
    // Ends a dispatch whose result is not needed any more.
    stop.abort();
    await first.catch(() => undefined);
  }
}

/** The result of an attempt, or the error of the engine; undefined if there was no time for the attempt. */
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

/**
 * The best result of the attempts. `dispatched`: result of dispatching the commitment unchanged. If it is infeasible or
 * sheds load, a priority list is tried; if neither gives a schedule, a search.
 */
async function improved(
  solve: Attempt,
  commitment: Commitment,
  dispatched: Attempted,
  below: number | undefined,
): Promise<Attempted> {
  if (
    hasSchedule(dispatched) &&
    (!sheds(dispatched) || costOf(dispatched) * (1 - CLOSE) <= (below ?? -Infinity))
  )
    return dispatched;
  const listed = cheaper(dispatched, await solve({ finish: true }));
  if (hasSchedule(listed)) return listed;
  return cheaper(listed, await solve({ warmStart: { commitment } }));
}

const hasSchedule = (attempted: Attempted): attempted is SolveResult =>
  attempted !== undefined && !(attempted instanceof EngineError) && attempted.objective_value !== null;

const sheds = ({ unserved_mw = {} }: SolveResult): boolean =>
  Object.values(unserved_mw).some((hours) => hours.some((mw) => mw > 0));

const costOf = (attempted: Attempted): number =>
  hasSchedule(attempted) ? (attempted.objective_value ?? Infinity) : Infinity;

const cheaper = (a: Attempted, b: Attempted): Attempted =>
  costOf(a) <= costOf(b) && !isCause(b) ? a : (b ?? a);

/** True for an attempt that proves the case infeasible. */
const isCause = (attempted: Attempted): boolean =>
  attempted instanceof Object && 'infeasibility' in attempted;

const NO_TIME = 'No schedule was found in time';

function intervalOf(attempted: Attempted, below: number | undefined): CostInterval {
  if (!attempted || attempted instanceof EngineError) {
    const reason = attempted?.message ?? NO_TIME;
    return { lower_usd: below ?? null, upper_usd: null, verified: false, reason };
  }
  const { objective_value: upper, certificate, infeasibility, warnings } = attempted;
  const independent = [below, certificate?.independent_bound_usd].map((bound) => bound ?? -Infinity);
  const proven = Math.max(...independent);
  // The only bound of a dispatch is its solver's; the verifier proves it by the prices.
  const lower = Number.isFinite(proven) ? proven : (attempted.lower_bound_usd ?? -Infinity);
  return {
    // A bound may exceed the cost by the tolerances of the checks; it is then lowered to the cost.
    lower_usd: Number.isFinite(lower) ? Math.min(lower, upper ?? Infinity) : null,
    upper_usd: upper,
    verified: certificate?.verified ?? false,
    ...(infeasibility && { causes: infeasibility.causes }),
    ...(upper === null && { reason: warnings.at(-1) ?? NO_TIME }),
  };
}
