/**
 * Causes that arithmetic alone does not find: each family of rules without which the case has a schedule, with
 * the elements and hours in which the smallest violation of that family lies. Only when no family alone is
 * enough do all of them, and the load, share the violation.
 */
import type { Cause, CauseCode } from '../../../temporal/messages/infeasibility.ts';
import type { SolvePayload } from '../../../temporal/messages/payload.ts';
import type { JobType } from '../../../temporal/solvers.ts';
import { orderCauses } from '../../infeasibility/order-causes.ts';
import { toCase } from '../case.ts';
import type { Clock } from '../clock.ts';
import { partOf } from './part-of.ts';
import { solveElastic } from './solve-elastic.ts';
import { toCauses } from './to-causes.ts';

/** A line rating holds after a contingency as well, unless the line has another one then. */
const FAMILIES: readonly (readonly CauseCode[])[] = [
  ['CONTINGENCY_LIMIT'],
  ['LINE_LIMIT', 'CONTINGENCY_LIMIT'],
  ['RESERVE_SHORTFALL'],
  ['RAMP_LIMIT'],
  ['MIN_DOWNTIME_CONFLICT'],
  ['MIN_UPTIME_CONFLICT'],
  ['STORAGE_LIMIT'],
];
const EVERYTHING: readonly CauseCode[] = [
  ...FAMILIES.flat(),
  'CAPACITY_SHORTFALL',
  'MINIMUM_GENERATION_EXCESS',
];
/** Share of the time that one family may take. */
const SHARE = 0.6;

export async function elasticCauses(payload: SolvePayload, jobType: JobType, clock: Clock): Promise<Cause[]> {
  const solveCase = toCase(payload, jobType);
  const relaxed = async (codes: readonly CauseCode[]): Promise<Cause[]> => {
    const elasticity = { byHour: true, codes: new Set(codes) };
    return toCauses((await solveElastic(solveCase, elasticity, partOf(clock, SHARE))) ?? []);
  };
  const causes: Cause[] = [];
  for (const codes of FAMILIES) {
    if (clock.leftS() <= 0) break;
    if (codes.some((code) => causes.some((cause) => cause.code === code))) continue;
    causes.push(...(await relaxed(codes)));
  }
  return orderCauses(causes.length > 0 || clock.leftS() <= 0 ? causes : await relaxed(EVERYTHING));
}
