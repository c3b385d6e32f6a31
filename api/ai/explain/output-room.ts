/**
 * How far the output of a unit could move in one hour while everything else stays as it is, MW:
 *
 *     p_min <= p,  p + r <= p_max,  p[t-1] - RD <= p[t],  p[t] + r[t] <= p[t-1] + RU,
 *     p + r <= SU in the hour of a start, p + r <= SD in the hour before a stop
 *
 * with the reserve r the unit gives; the ramp into the next hour bounds this one too.
 */
import type { Generator } from '../../../temporal/messages/generator.ts';
import type { SolvePayload } from '../../../temporal/messages/payload.ts';
import type { SolveResult } from '../../../temporal/messages/result.ts';
import { isDispatch, isRelaxed } from './explainer.ts';
import { at, total } from './figures.ts';

export type Bound =
  | 'p_min'
  | 'p_max'
  | 'reserve'
  | 'ramp_up'
  | 'ramp_down'
  | 'startup_ramp'
  | 'shutdown_ramp';

export interface Limit {
  readonly mw: number;
  readonly by: Bound;
}

export interface Room {
  readonly lower: Limit;
  readonly upper: Limit;
}

/** What a unit did, hour by hour; undefined before the first and after the last hour where nothing is known. */
interface Course {
  readonly unit: Generator;
  readonly relaxed: boolean;
  output(hour: number): number | undefined;
  reserve(hour: number): number;
  isOn(hour: number): boolean | undefined;
}

/** The room of a unit in an hour in which it is on. */
export function outputRoom(payload: SolvePayload, result: SolveResult, unit: Generator, hour: number): Room {
  const course = toCourse(payload, result, unit);
  return { lower: tightest(lowerLimits(course, hour), 1), upper: tightest(upperLimits(course, hour), -1) };
}

function toCourse(payload: SolvePayload, result: SolveResult, unit: Generator): Course {
  const relaxed = isRelaxed(payload, result);
  const onBefore = isDispatch(result) ? undefined : unit.initial_status > 0;
  const output = result.dispatch_mw[unit.name];
  const inside = (hour: number): boolean => hour >= 0 && hour < payload.horizon;
  const isOnInside = (hour: number): boolean => relaxed || at(result.commitment[unit.name], hour) === 1;
  return {
    unit,
    relaxed,
    output: (hour) => (inside(hour) ? at(output, hour) : hour < 0 ? powerBefore(unit) : undefined),
    reserve: (hour) => total(Object.values(result.reserve_mw ?? {}).map((by) => at(by[unit.name], hour))),
    isOn: (hour) => (inside(hour) ? isOnInside(hour) : hour < 0 ? onBefore : undefined),
  };
}

const powerBefore = ({ initial_status, initial_power_mw }: Generator): number | undefined =>
  initial_status > 0 ? initial_power_mw : undefined;

function lowerLimits({ unit, relaxed, output, reserve, isOn }: Course, hour: number): Limit[] {
  const { ramp_down: down, ramp_up: up } = unit;
  const [before, after] = [output(hour - 1), output(hour + 1)];
  const pMin = relaxed ? 0 : (unit.p_min_profile?.[hour] ?? unit.p_min);
  return [
    { mw: pMin, by: 'p_min' },
    ...limit(isOn(hour - 1) !== false, before, down, (from, ramp) => from - ramp, 'ramp_down'),
    ...limit(isOn(hour + 1) !== false, after, up, (to, ramp) => to + reserve(hour + 1) - ramp, 'ramp_up'),
  ];
}

function upperLimits({ unit, relaxed, output, reserve, isOn }: Course, hour: number): Limit[] {
  const { ramp_down: down, ramp_up: up } = unit;
  const own = reserve(hour);
  const pMin = unit.p_min_profile?.[hour] ?? unit.p_min;
  const pMax = (unit.p_max_profile?.[hour] ?? unit.p_max) - own;
  const starts = !relaxed && isOn(hour - 1) === false;
  const stops = !relaxed && isOn(hour + 1) === false;
  const free = Number.POSITIVE_INFINITY;
  const startup = unit.startup_ramp ?? Math.max(pMin, up ?? free);
  const shutdown = unit.shutdown_ramp ?? Math.max(pMin, down ?? free);
  return [
    { mw: pMax, by: own > 0 ? 'reserve' : 'p_max' },
    ...limit(!starts, output(hour - 1), up, (from, ramp) => from + ramp - own, 'ramp_up'),
    ...limit(!stops, output(hour + 1), down, (to, ramp) => to + ramp, 'ramp_down'),
    ...(starts ? [{ mw: startup - own, by: 'startup_ramp' } as const] : []),
    ...(stops ? [{ mw: shutdown - own, by: 'shutdown_ramp' } as const] : []),
  ];
}

const limit = (
  holds: boolean,
  neighbour: number | undefined,
  ramp: number | null,
  mw: (neighbour: number, ramp: number) => number,
  by: Bound,
): Limit[] => (holds && neighbour !== undefined && ramp !== null ? [{ mw: mw(neighbour, ramp), by }] : []);

/** `side`: 1 for the largest lower limit, -1 for the smallest upper one; of equal ones the first. */
const tightest = (limits: readonly Limit[], side: 1 | -1): Limit =>
  limits.reduce((tight, other) => (side * (other.mw - tight.mw) > 0 ? other : tight));
