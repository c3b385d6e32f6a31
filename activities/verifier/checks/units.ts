/** Checks of single units: output, ramps, minimum times and initial status. */

import { mostOf } from '../schedule/accepted.ts';
import { unknownNames } from '../schedule/known-names.ts';
import type { BidSchedule, RenewableSchedule, Rule, Schedule, UnitSchedule } from '../schedule/schedule.ts';
import { at, readSeries, toRuns } from '../schedule/series.ts';

/** Output above which a unit counts as running in a dispatch without commitment, MW. */
const RUNNING_MW = 1e-6;
/** Rounding of reported outputs, MW. */
const ROUNDING_MW = 1e-6;

/**
 * Output of units and renewables [MW]. Commitment is 0 or 1 (the given one, in a dispatch of a commitment), and p_min
 * on <= p <= p_max on. A unit is thus off in hours with p_max below p_min; not all hours may be such. Starts are marked
 * where the commitment rises. Renewables are within their profiles. Bids are accepted within their blocks, bids with
 * a minimum time whole and for that time, bids of all or nothing in all hours or in none.
 */
export const outputLimits: Rule = {
  name: 'output_limits',
  tolerance: 1e-3,
  *excesses(schedule) {
    yield* unknownNames(schedule, 'output_limits');
    for (const unit of schedule.units) {
      yield* commitmentExcesses(schedule, unit);
      yield* startupExcesses(schedule, unit);
      yield* outputExcesses(schedule, unit);
    }
    yield* renewableExcesses(schedule);
    for (const bid of schedule.bids) yield* bidExcesses(schedule, bid);
  },
};

function* bidExcesses({ hours }: Schedule, bid: BidSchedule) {
  for (const hour of hours) {
    yield -at(bid.accepted, hour);
    yield at(bid.accepted, hour) - mostOf(bid, hour);
  }
  if (!bid.isWhole) return;
  if (Number.isFinite(bid.min_up)) {
    yield* stayExcesses(hours, bid);
    return;
  }
  const [taken, refused] = [0, 1].map((share) =>
    Math.max(...hours.map((hour) => Math.abs(at(bid.accepted, hour) - (1 - share) * mostOf(bid, hour)))),
  );
  yield Math.min(taken ?? 0, refused ?? 0);
}

/** In each hour a bid is accepted whole or not, and stays accepted; in an hour without power it may count as either. */
function* stayExcesses(hours: readonly number[], bid: BidSchedule) {
  let run: number[] = [];
  for (const hour of hours) {
    const [accepted, most] = [at(bid.accepted, hour), mostOf(bid, hour)];
    yield Math.min(Math.abs(accepted), Math.abs(most - accepted));
    if (accepted > most / 2 || most <= ROUNDING_MW) {
      run.push(hour);
      continue;
    }
    if (run.length < bid.min_up) yield Math.max(0, ...run.map((each) => at(bid.accepted, each)));
    run = [];
  }
}

function* commitmentExcesses({ hours, relaxed }: Schedule, unit: UnitSchedule) {
  const { decided } = unit;
  for (const hour of hours) {
    const on = at(unit.commitment, hour);
    yield Math.min(Math.abs(on), Math.abs(on - 1));
    if (decided) yield Math.abs(on - (decided.length > 0 ? at(decided, hour) : 0));
    const output = at(unit.output, hour);
    const unclear = output > 0 && output <= RUNNING_MW + ROUNDING_MW;
    if (relaxed && !unclear) yield Math.abs(on - (output > RUNNING_MW ? 1 : 0));
  }
}

function* startupExcesses({ hours, jobType, result }: Schedule, unit: UnitSchedule) {
  const { name, initial_status } = unit;
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
  yield Math.min(...unit.lack);
  for (const hour of hours) {
    const output = at(unit.output, hour);
    const pMin = at(unit.p_min, hour);
    const pMax = at(unit.p_max, hour);
    const on = unit.on[hour] ? 1 : 0;
    yield at(unit.lack, hour) * on;
    yield pMin * on - output;
    yield output - pMax * on;
  }
}

function* renewableExcesses({ hours, renewables, result }: Schedule) {
  for (const item of renewables) {
    const { name, p_min, p_max, output } = item;
    const curtailed = result.curtailment_mw && readSeries(result.curtailment_mw, name, hours.length);
    for (const hour of hours) {
      const available = at(p_max, hour);
      yield at(p_min, hour) - at(output, hour);
      yield at(output, hour) - available;
      if (!curtailed) continue;
      const [unused, claimed] = [available - at(output, hour), at(curtailed, hour)];
      const wrong = Math.abs(unused - claimed);
      // Earlier results count all unused output as curtailed, even where a limit forbids its use.
      yield Math.min(wrong, Math.abs(unused * shareLeft(item, hour) - claimed));
    }
  }
}

/** Share of the unused output of an hour that the energy limits of a renewable would still allow; 1 without a limit. */
function shareLeft({ p_max, output, energy_limits }: RenewableSchedule, hour: number): number {
  let share = 1;
  for (const { first_hour, last_hour, mwh } of energy_limits) {
    if (hour < first_hour || hour > last_hour) continue;
    let [remaining, unused] = [mwh, 0];
    for (let other = first_hour; other <= last_hour; other++) {
      remaining -= at(output, other);
      unused += at(p_max, other) - at(output, other);
    }
    if (unused > remaining) share = Math.min(share, Math.max(0, remaining) / unused);
  }
  return share;
}

/** Change of the output of a unit from one hour to the next, which its ramps limit. */
interface Step {
  readonly hour: number;
  readonly wasOn: boolean;
  readonly isOn: boolean;
  /** Output before the hour, MW; undefined in the first hour if the payload does not give it. */
  readonly from: number | undefined;
  /** Reserve held before the hour, MW. */
  readonly reserveBefore: number;
  /** Output in the hour with upward reserve called, MW; the next field: with downward reserve called. */
  readonly toWithReserve: number;
  readonly toWithoutReserve: number;
}

const steps = ({ hours }: Schedule, unit: UnitSchedule): Step[] =>
  hours.map((hour) => ({
    hour,
    wasOn: hour === 0 ? unit.onBefore : unit.on[hour - 1] === true,
    isOn: unit.on[hour] === true,
    from: hour === 0 ? unit.initial_power_mw : at(unit.output, hour - 1),
    reserveBefore: hour === 0 ? 0 : at(unit.reserve.up, hour - 1),
    toWithReserve: at(unit.output, hour) + at(unit.reserve.up, hour),
    toWithoutReserve: at(unit.output, hour) - at(unit.reserve.down, hour),
  }));

/**
 * Ramps of units that stay on: p(t) + r(t) - p(t-1) <= ramp_up and p(t-1) - (p(t) - d(t)) <= ramp_down, with d the
 * downward reserve [MW]. They hold into the first hour if the payload gives the output before it.
 */
export const ramp: Rule = {
  name: 'ramp',
  tolerance: 1e-3,
  *excesses(schedule) {
    for (const unit of schedule.units) {
      const { ramp_up, ramp_down } = unit;
      for (const { hour, wasOn, isOn, from, toWithReserve, toWithoutReserve } of steps(schedule, unit)) {
        if (!wasOn || !isOn || from === undefined) continue;
        yield toWithReserve - from - at(ramp_up, hour);
        yield from - toWithoutReserve - at(ramp_down, hour);
      }
    }
  },
};

/**
 * Output with reserve in the hour of a start and in the hour before a stop: p + r <= startup_ramp, p + r <=
 * shutdown_ramp [MW]. Before a stop in the first hour, p_min replaces an output that is not given. A dispatch has no
 * start or stop in the first hour unless the output before it is given.
 */
export const startupShutdownRamp: Rule = {
  name: 'startup_shutdown_ramp',
  tolerance: 1e-3,
  *excesses(schedule) {
    for (const unit of schedule.units) {
      for (const step of steps(schedule, unit)) {
        const isFree = schedule.jobType === 'ed' && step.from === undefined;
        if (!isFree) yield* excessesOf(unit, step);
      }
    }
  },
};

function* excessesOf(unit: UnitSchedule, { hour, wasOn, isOn, from, reserveBefore, toWithReserve }: Step) {
  if (!wasOn && isOn) yield toWithReserve - at(unit.startup_ramp, hour);
  if (wasOn && !isOn) {
    const output = (from ?? at(unit.p_min, 0)) + reserveBefore;
    yield output - (hour > 0 ? at(unit.shutdown_ramp, hour - 1) : unit.shutdown_ramp_before);
  }
}

/**
 * Initial status: with initial_status n, a unit is on for max(0, min_uptime - n) hours if n > 0, else off for max(0,
 * min_downtime - |n|). Units are on in their must_run hours, and keep the hours fixed before the solve. Excess in
 * hours.
 */
export const initialState: Rule = {
  name: 'initial_state',
  tolerance: 0,
  *excesses({ hours, jobType, units }) {
    if (jobType === 'ed') return;
    for (const { on, onBefore, initial_status, min_uptime, min_downtime, must_run, fixed } of units) {
      const owed = (onBefore ? min_uptime : min_downtime) - Math.abs(initial_status);
      for (const run of toRuns(on, onBefore)) {
        if (run.initial) yield Math.min(owed, hours.length) - run.end;
      }
      yield on.filter((state, hour) => must_run[hour] && !state).length;
      yield fixed.filter((choice) => on[choice.hour] !== choice.on).length;
    }
  },
};

/**
 * A unit that starts (or stops) within the horizon stays on (or off) for its minimum time or to the end. Excess in
 * hours.
 */
const minimumTime = (field: 'min_uptime' | 'min_downtime'): Rule => ({
  name: field,
  tolerance: 0,
  *excesses({ hours, jobType, units }) {
    if (jobType === 'ed') return;
    for (const unit of units)
      for (const run of toRuns(unit.on, unit.onBefore))
        if (run.on === (field === 'min_uptime') && !run.initial && run.end < hours.length)
          yield unit[field] - (run.end - run.start);
  },
});

export const minUptime = minimumTime('min_uptime');
export const minDowntime = minimumTime('min_downtime');
