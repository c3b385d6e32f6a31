/** The hour-to-hour changes of a unit that its ramps limit. */
import { at } from './at.ts';
import type { Schedule, UnitSchedule } from './schedule.ts';

export interface Step {
  readonly hour: number;
  readonly wasOn: boolean;
  readonly isOn: boolean;
  /** MW before the hour; null into the first hour when the payload does not say. */
  readonly from: number | null;
  /** Reserve held before the hour, MW. */
  readonly reserveBefore: number;
  /** MW in the hour, and with its reserve called. */
  readonly to: number;
  readonly toWithReserve: number;
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
    };
  }
}
