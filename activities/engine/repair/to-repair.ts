/**
 * Changes -> entries of a repair; each new value is rounded outward, away from the old one. Both are numbers of the
 * payload, as a repair sets them.
 */
import { inPayloadUnits, isTime } from '../../../temporal/case/arithmetic/intervals.ts';
import type { Repair } from '../../../temporal/case/messages/infeasibility.ts';
import type { Lever } from './lever.ts';
import type { Change } from './solve-elastic.ts';

/** Steps of MW and MWh: 3 decimals. */
const STEPS = 1000;
/** A remainder up to this is the solver's rounding; of whole steps, this share of one. */
const REMAINDER = 1e-5;
const REMAINDER_OF_WHOLE = 1e-3;

/** A repair and the lever that it moves. */
export interface Move {
  readonly repair: Repair;
  readonly lever: Lever;
}

/** A change of a model per interval as one of the payload. */
export function asPayload(change: Change, intervalsPerHour: number): Change {
  if (intervalsPerHour === 1) return change;
  const { lever, amount } = change;
  const said = (value: number): number =>
    Number(inPayloadUnits(lever.field, value, intervalsPerHour).toPrecision(SIGNIFICANT_DIGITS));
  const from = lever.from === null ? null : said(lever.from);
  return { ...change, amount: said(amount), lever: { ...lever, from, most: said(lever.most) } };
}

/** What is left of a number that was divided and multiplied again. */
const SIGNIFICANT_DIGITS = 12;

/** `changes`: of the payload; `widening`: the share by which every change grows. */
export const toMoves = (changes: readonly Change[], intervalsPerHour: number, widening = 0): Move[] =>
  changes.map(({ lever, amount }) => {
    const { element_type, element_id, field, hour, from, direction, integer, most } = lever;
    const change = Math.min(most, amount * (1 + widening));
    const steps = isTime(field) ? intervalsPerHour : 1;
    const value = (from ?? 0) + direction * change;
    const to = integer
      ? outward(value, direction, steps, REMAINDER_OF_WHOLE)
      : outward(value, direction, STEPS, REMAINDER * STEPS);
    const limited = direction < 0 ? Math.max(to, (from ?? 0) - most) : to;
    return {
      lever,
      repair: { action: 'set', element_type, element_id, hour, field, from, to: limited + 0 },
    };
  });

/** `steps`: in a unit; `margin`: steps. */
function outward(value: number, direction: 1 | -1, steps: number, margin: number): number {
  const taken = value * steps;
  return (direction > 0 ? Math.ceil(taken - margin) : Math.floor(taken + margin)) / steps;
}
