/** The certificate of a schedule: all checks, the recomputed cost, and the hash of its input. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Certificate } from '../../temporal/case/messages/certificate.ts';
import type { SolvePayload } from '../../temporal/case/schema.ts';
import type { JobType } from '../../temporal/solvers.ts';
import type { IndependentBound } from './bound/independent-bound.ts';
import { objectiveOf, recomputedCost, totalOf } from './cost/recomputed-cost.ts';
import type { Schedule, UnverifiedResult } from './schedule/schedule.ts';
import { at } from './schedule/series.ts';
import { VERIFIER_SHA256 } from './verifier-build.ts';
import { judged } from './verify.ts';

/** Requires a result with a schedule; INFEASIBLE and TIMEOUT results have no certificate. */
export function certify(payload: SolvePayload, jobType: JobType, result: UnverifiedResult): Certificate {
  const { schedule, independent, checks } = judged(payload, jobType, result);
  const recomputed = recomputedCost(schedule);
  const objective = objectiveOf(recomputed);
  return {
    verified: checks.every((check) => check.ok),
    checks,
    ...(result.prices && { prices: result.prices }),
    ...simultaneous(schedule),
    recomputed_cost_usd: reportedUsd(totalOf(recomputed)),
    recomputed_objective_usd: reportedUsd(objective),
    lower_bound_usd: result.lower_bound_usd,
    mip_gap: result.mip_gap,
    ...independentFigures(independent, objective),
    input_sha256: bytesToHex(sha256(utf8ToBytes(canonicalJson(payload)))),
    verifier_sha256: VERIFIER_SHA256,
    solver: result.solver,
    solver_version: result.solver_version,
  };
}

/** Powers up to this count as 0, MW. */
const ROUNDING_MW = 1e-3;

function simultaneous({ storages }: Schedule): Pick<Certificate, 'simultaneous_storage'> {
  const free = storages.filter(({ no_simultaneous }) => !no_simultaneous);
  const both = free.filter(({ charge, discharge }) =>
    charge.some((mw, hour) => Math.min(mw, at(discharge, hour)) > ROUNDING_MW),
  );
  return free.length > 0 ? { simultaneous_storage: both.map(({ name }) => name) } : {};
}

/** Amounts are reported in steps of 1e-6 $; a lower bound that is rounded down remains a lower bound. */
const STEPS = 1e6;
/** Rounds to the reported decimals; the largest number stands for Infinity, which JSON lacks. */
const reportedUsd = (usd: number): number =>
  Number.isFinite(usd) ? Math.round(usd * STEPS) / STEPS : Number.MAX_VALUE;

/** An independent bound that exceeds the objective within the tolerances counts as the objective. */
function independentFigures(independent: IndependentBound | undefined, objective: number) {
  if (!independent || !Number.isFinite(objective))
    return { independent_bound_usd: null, independent_gap: null };
  const bound = Math.floor(Math.min(independent.bound, objective) * STEPS) / STEPS;
  return {
    independent_bound_usd: bound,
    independent_gap:
      independent.bound >= objective ? 0 : (objective - bound) / Math.max(Math.abs(objective), 1e-9),
  };
}

/** JSON with the keys of every object in code-unit order and no spaces: equal values have equal text. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, item: unknown) => (isObject(item) ? sortKeys(item) : item));
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const sortKeys = (item: object): object =>
  Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)));
