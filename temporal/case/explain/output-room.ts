/**
 * Range in which the output of a unit could change in one hour if nothing else changes, MW:
 *
 * p_min <= p - d,  p + r <= p_max,  p[t-1] - RD <= p[t] - d[t],  p[t] + r[t] <= p[t-1] + RU,
 * p + r <= SU in the hour of a start, p + r <= SD in the hour before a stop
 *
 * r and d: upward and downward reserve of the unit. The ramp from this hour into the next one limits the output as
 * well.
 */
import { intervalsPerHour } from '../arithmetic/intervals.ts';
import { availableAt, minimumAt, ratedOf } from '../arithmetic/output-limits.ts';
import { isDown } from '../arithmetic/reserve-providers.ts';
import { amountAt, limitAt } from '../arithmetic/series.ts';
import type { Generator } from '../schema.ts';
import { total } from './figures.ts';
import { type CaseView, isDispatch, isRelaxed, type ScheduleView } from './views.ts';

export type Bound =
  | 'p_min'
  | 'p_max'
  | 'reserve'
  | 'ramp_up'
  | 'ramp_down'
  | 'startup_ramp'
  | 'shutdown_ramp';

interface Limit {
  readonly mw: number;
  readonly by: Bound;
}

/** Range of output of a unit, MW, in an hour in which the unit is on. */
export function outputRoom(caseView: CaseView, schedule: ScheduleView, unit: Generator, hour: number) {
  const course = toCourse(caseView, schedule, unit);
  return { lower: tightest(lowerLimits(course, hour), 1), upper: tightest(upperLimits(course, hour), -1) };
}

/** Total reserve of an element in one direction, MW. */
export const reserveHeld = (
  { reserves = [] }: CaseView,
  { reserve_mw }: ScheduleView,
  { name, hour, downward }: { readonly name: string; readonly hour: number; readonly downward: boolean },
): number =>
  total(
    reserves
      .filter((product) => isDown(product) === downward)
      .map((product) => amountAt(reserve_mw?.[product.name]?.[name], hour)),
  );

type Course = ReturnType<typeof toCourse>;

/**
 * Output, reserve and commitment of a unit by hour, and its ramps. The output outside the horizon is undefined if it is
 * unknown. `beginsAnywhere`: true for a dispatch without initial output, in which no ramp limits the first hour.
 */
function toCourse(caseView: CaseView, schedule: ScheduleView, generator: Generator) {
  const perHour = intervalsPerHour(caseView);
  const unit = generator;
  const relaxed = isRelaxed(caseView, schedule);
  const onBefore = relaxed || unit.initial_status > 0;
  const powerBefore = onBefore ? unit.initial_power_mw : undefined;
  const output = schedule.dispatch_mw[unit.name];
  const inside = (hour: number): boolean => hour >= 0 && hour < caseView.horizon;
  const isOn = (hour: number): boolean =>
    hour < 0 ? onBefore : !inside(hour) || relaxed || amountAt(schedule.commitment[unit.name], hour) === 1;
  const reserveAt = (hour: number, downward: boolean): number =>
    isOn(hour) ? reserveHeld(caseView, schedule, { name: unit.name, hour, downward }) : 0;
  return {
    unit,
    rise: (hour: number): number => limitAt(unit.ramp_up, hour) / perHour,
    fall: (hour: number): number => limitAt(unit.ramp_down, hour) / perHour,
    relaxed,
    beginsAnywhere: isDispatch(caseView, schedule) && unit.initial_power_mw === undefined,
    output: (hour: number): number | undefined =>
      inside(hour) ? amountAt(output, hour) : hour < 0 ? powerBefore : undefined,
    reserve: (hour: number): number => reserveAt(hour, false),
    reserveDown: (hour: number): number => reserveAt(hour, true),
    isOn,
  };
}

function lowerLimits(course: Course, hour: number): Limit[] {
  const { unit, rise, fall, relaxed, output, reserve, reserveDown, isOn } = course;
  const reserveHere = reserveDown(hour);
  const least = minimumAt(unit, hour);
  const down = (from: number, ramp: number): number => from - ramp + reserveHere;
  const up = (to: number, ramp: number): number => to + reserve(hour + 1) - ramp;
  return [
    { mw: (relaxed ? Math.min(0, least) : least) + reserveHere, by: reserveHere > 0 ? 'reserve' : 'p_min' },
    ...limit(isOn(hour - 1), output(hour - 1), fall(hour), down, 'ramp_down'),
    ...limit(isOn(hour + 1), output(hour + 1), rise(hour + 1), up, 'ramp_up'),
  ];
}

function upperLimits(course: Course, hour: number): Limit[] {
  const { unit, rise, fall, output, reserve, reserveDown, isOn, beginsAnywhere } = course;
  const reserveHere = reserve(hour);
  const pMin = minimumAt(unit, hour);
  const pMax = availableAt(unit, hour);
  const switched = (limit: number | undefined, ramp: number): number =>
    Math.max(pMin, limit ?? Math.max(ratedOf(unit).p_min, Number.isFinite(ramp) ? ramp : pMax)) - reserveHere;
  const starts = !isOn(hour - 1) && !(hour === 0 && beginsAnywhere);
  const up = (from: number, ramp: number): number => from + ramp - reserveHere;
  const down = (to: number, ramp: number): number => to + ramp - reserveDown(hour + 1);
  return [
    { mw: pMax - reserveHere, by: reserveHere > 0 ? 'reserve' : 'p_max' },
    ...limit(isOn(hour - 1), output(hour - 1), rise(hour), up, 'ramp_up'),
    ...limit(isOn(hour + 1), output(hour + 1), fall(hour + 1), down, 'ramp_down'),
    ...(starts ? [{ mw: switched(unit.startup_ramp, rise(hour)), by: 'startup_ramp' } as const] : []),
    ...(isOn(hour + 1)
      ? []
      : [{ mw: switched(unit.shutdown_ramp, fall(hour + 1)), by: 'shutdown_ramp' } as const]),
  ];
}

const limit = (
  holds: boolean,
  neighbour: number | undefined,
  ramp: number,
  mw: (neighbour: number, ramp: number) => number,
  by: Bound,
): Limit[] =>
  holds && neighbour !== undefined && ramp < Number.POSITIVE_INFINITY
    ? [{ mw: mw(neighbour, ramp), by }]
    : [];

/**
 * The tightest of several limits; of equal limits, the first. `side`: 1 for lower limits, the largest of which is the
 * tightest; -1 for upper limits.
 */
const tightest = (limits: readonly Limit[], side: 1 | -1): Limit =>
  limits.reduce((tight, other) => (side * (other.mw - tight.mw) > 0 ? other : tight));
