/** Check of a submitted schedule before all others: the length of each series must match the horizon of the case. */

import { type GivenSchedule, givenScheduleSchema } from '../messages/verification.ts';
import type { SolvePayload } from '../schema.ts';
import { type PayloadProblem, problem } from './problem.ts';

/** Fields of a schedule that are lists, but not by hour. */
const NOT_HOURLY = [
  'binding_constraints',
  'energy_limit_price_usd_per_mwh',
  'cycle_limit_price_usd_per_mwh',
  'fuel_limit_price_usd_per_mmbtu',
  'fuel_overflow_mmbtu',
  'multipliers',
  'settlement',
];
/** Hourly fields of a schedule; other fields of a result are ignored. */
const HOURLY = Object.keys(givenScheduleSchema.fields).filter((field) => !NOT_HOURLY.includes(field));

export const scheduleProblems = (
  { horizon }: Pick<SolvePayload, 'horizon'>,
  schedule: GivenSchedule,
): PayloadProblem[] =>
  Object.entries(schedule).flatMap(([field, value]) =>
    HOURLY.includes(field) ? otherHorizons(value, [field], horizon) : [],
  );

function otherHorizons(value: unknown, path: readonly string[], horizon: number): PayloadProblem[] {
  if (Array.isArray(value))
    return value.length === horizon
      ? []
      : [problem(path, `Should have ${horizon} values, one per interval of the case, not ${value.length}`)];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) => otherHorizons(item, [...path, name], horizon));
}
