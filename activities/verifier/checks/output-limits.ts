/**
 * Output of units and renewables: commitment 0 or 1 (as given, in a dispatch of one), p_min on <= p <=
 * p_max on, start-up marks where the commitment rises, renewables within their profiles  [MW].
 */

import type { Rule, Schedule, UnitSchedule } from '../schedule/schedule.ts';
import { at, readSeries, unknownKeys } from '../schedule/series.ts';

/** In a dispatch without commitment, a unit with more than this is running, MW. */
const RUNNING_MW = 1e-6;
/** Outputs are rounded to this, MW. */
const ROUNDING_MW = 1e-6;

export const outputLimits: Rule = {
  name: 'output_limits',
  tolerance: 1e-3,
  *excesses(schedule) {
    const { payload, result } = schedule;
    const names = payload.generators.map((generator) => generator.name);
    for (const series of [result.commitment, result.dispatch_mw, result.startup]) {
      yield* unknownKeys(series, names);
    }
    for (const unit of schedule.units) {
      yield* commitmentExcesses(schedule, unit);
      yield* startupExcesses(schedule, unit);
      yield* outputExcesses(schedule, unit);
    }
    yield* renewableExcesses(schedule);
  },
};

function* commitmentExcesses({ hours, jobType, payload, relaxed }: Schedule, unit: UnitSchedule) {
  const given = jobType === 'ed' ? payload.commitment : undefined;
  for (const hour of hours) {
    const on = at(unit.commitment, hour);
    yield Math.min(Math.abs(on), Math.abs(on - 1));
    if (given) yield Math.abs(on - (given[unit.generator.name]?.[hour] ?? 0));
    const output = at(unit.output, hour);
    const unclear = output > 0 && output <= RUNNING_MW + ROUNDING_MW;
    if (relaxed && !unclear) yield Math.abs(on - (output > RUNNING_MW ? 1 : 0));
  }
}

function* startupExcesses({ hours, jobType, result }: Schedule, unit: UnitSchedule) {
  const { name, initial_status } = unit.generator;
  const free = jobType === 'ed';
  if (free && !Object.hasOwn(result.startup, name)) return;
  const startup = readSeries(result.startup, name, hours.length);
  for (const hour of hours) {
    const wasOn = hour === 0 ? initial_status > 0 : at(unit.commitment, hour - 1) === 1;
    const starts = at(unit.commitment, hour) === 1 && !wasOn ? 1 : 0;
    const marked = at(startup, hour);
    yield free ? Math.min(Math.abs(marked), Math.abs(marked - starts)) : Math.abs(marked - starts);
  }
}

function* outputExcesses({ hours }: Schedule, unit: UnitSchedule) {
  for (const hour of hours) {
    const output = at(unit.output, hour);
    const pMin = at(unit.pMin, hour);
    const pMax = at(unit.pMax, hour);
    const on = unit.on[hour] ? 1 : 0;
    yield pMin - pMax;
    yield pMin * on - output;
    yield output - pMax * on;
  }
}

function* renewableExcesses({ hours, payload, renewables, result }: Schedule) {
  const names = payload.renewables?.map((renewable) => renewable.name) ?? [];
  yield* unknownKeys(result.renewable_mw, names);
  yield* unknownKeys(result.curtailment_mw, names);
  for (const { renewable, output } of renewables) {
    const curtailed =
      result.curtailment_mw && readSeries(result.curtailment_mw, renewable.name, hours.length);
    for (const hour of hours) {
      const available = at(renewable.p_max, hour);
      yield at(renewable.p_min, hour) - at(output, hour);
      yield at(output, hour) - available;
      if (curtailed) yield Math.abs(available - at(output, hour) - at(curtailed, hour));
    }
  }
}
