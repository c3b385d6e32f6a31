/** The hour-to-hour changes of a unit that its ramps limit. */

import type { Schedule, UnitSchedule } from './schedule.ts';
import { at } from './series.ts';

export interface Step {
  readonly hour: number;
  readonly wasOn: boolean;
  readonly isOn: boolean;
  /** MW before the hour; null into the first hour when the payload does not say. */
  readonly from: number | null;
  /** Reserve held before the hour, MW. */
  readonly reserveBefore: number;
  /** MW in the hour, and with its reserve upward called, or downward. */
  readonly to: number;
  readonly toWithReserve: number;
  readonly toWithoutReserve: number;
}

export function* steps({ hours }: Schedule, unit: UnitSchedule): Iterable<Step> {
  for (const hour of hours) {
    const first = hour === 0;
    const to = at(unit.output, hour);
    yield {
      hour,
      wasOn: first ? unit.onBefore : unit.on[hour - 1] === true,
      isOn: unit.on[hour] === true,
      from: first ? (unit.generator.initial_power_mw ?? null) : at(unit.output, hour - 1),
      reserveBefore: first ? 0 : at(unit.reserve, hour - 1),
      to,
      toWithReserve: to + at(unit.reserve, hour),
      toWithoutReserve: to - at(unit.reserveDown, hour),
    };
  }
}

/** Consecutive hours in which a unit keeps one state. */
export interface Run {
  readonly on: boolean;
  /** First hour; 0 also when the state began before. */
  readonly start: number;
  /** Hour after the last one. */
  readonly end: number;
  /** Whether it continues the state before the first hour. */
  readonly initial: boolean;
}

/** Runs in order; an initial run of no hours is there when the state changes in hour 0. */
export function toRuns(on: readonly boolean[], onBefore: boolean): Run[] {
  const runs: Run[] = [];
  let run: Run = { on: onBefore, start: 0, end: 0, initial: true };
  for (const [hour, state] of on.entries()) {
    if (state !== run.on) {
      runs.push(run);
      run = { on: state, start: hour, end: hour, initial: false };
    }
    run = { ...run, end: hour + 1 };
  }
  return [...runs, run];
}
