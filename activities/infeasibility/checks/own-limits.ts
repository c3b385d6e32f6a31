/** Finds limits of one element that contradict each other, its fixed commitment, or its initial state. */
import type { TimeWords } from '../../../temporal/case/arithmetic/interval-words.ts';
import { isList, knownAt } from '../../../temporal/case/arithmetic/series.ts';
import type { CaseGenerator, CaseStorage } from '../../case/case.ts';
import { mustRunIn } from '../../case/commitment-bounds.ts';
import { keptShare, mostStored, storedLimits } from '../../case/read-storage.ts';
import { type InfeasibleCase, MARGIN_MW, sum, type UnitRange } from '../ranges/infeasible-case.ts';
import { stopLimit } from '../ranges/unit-range.ts';
import { type CauseFinder, inMw, inMwh, type Place, toCause } from './cause.ts';

/**
 * Elements with Pmin above Pmax: units for which this holds in every hour (even if the unit could stay off), and
 * renewables for which it holds in any hour.
 */
export const invertedOutputLimits: CauseFinder = function* ({
  case: { generators, renewables },
  words,
  hours,
}) {
  for (const generator of generators) yield* invertedGenerator(generator, hours, words);
  for (const { name, p_min, p_max } of renewables)
    for (const hour of hours) {
      const [low, high] = [knownAt(p_min, hour), knownAt(p_max, hour)];
      if (!(low > high + MARGIN_MW)) continue;
      const text = `${name} must give ${inMw(low)} but has only ${inMw(high)} available`;
      yield toCause(words, 'OUTPUT_LIMITS_INVERTED', ['renewable', name, hour], text, low - high);
    }
};

function* invertedGenerator(generator: CaseGenerator, hours: readonly number[], words: TimeWords) {
  const { name, p_min, p_max } = generator.given;
  if (!isNeverAvailable(generator)) return;
  const text =
    isList(p_min) || isList(p_max)
      ? `${name} has a minimum output above its maximum in every hour`
      : `${name}: p_min ${inMw(p_min)} is above p_max ${inMw(p_max)}`;
  const least = Math.min(...hours.map((hour) => lackAt(generator, hour)));
  yield toCause(words, 'OUTPUT_LIMITS_INVERTED', ['generator', name, null], text, least);
}

/** Units that must be on in an hour in which less than their Pmin is available. */
export const unavailableUnits: CauseFinder = function* (subject) {
  for (const unit of subject.units) {
    const { generator, mustBeOn } = unit;
    if (isNeverAvailable(generator)) continue;
    for (const hour of subject.hours) {
      if (!mustBeOn[hour] || generator.isAvailable[hour]) continue;
      const { code, why } = demandAt(subject, unit, hour);
      const available = inMw(knownAt(generator.p_max, hour));
      const text = `${generator.name} ${why}, but only ${available} are available in ${subject.words.name(hour)}`;
      const place: Place = ['generator', generator.name, null];
      yield { ...toCause(subject.words, code, place, text, lackAt(generator, hour)), hour };
    }
  }
};

/**
 * True if the limits of a unit contradict each other in every hour. This is an error in the case, whereas an outage
 * would end.
 */
const isNeverAvailable = ({ isAvailable }: CaseGenerator): boolean => !isAvailable.includes(true);

const lackAt = ({ p_min, p_max }: CaseGenerator, hour: number): number =>
  knownAt(p_min, hour) - knownAt(p_max, hour);

/** The reason why a unit must be on in an hour. */
function demandAt({ jobType, words }: InfeasibleCase, unit: UnitRange, hour: number) {
  const code = 'OUTPUT_LIMITS_INVERTED';
  if (jobType === 'ed') return { code, why: 'is on in the given commitment' } as const;
  if (mustRunIn(unit.generator, hour)) return { code, why: 'must run' } as const;
  if (hour < unit.heldOn)
    return { code: 'MIN_UPTIME_CONFLICT', why: `is ${heldOnText(unit, words)}` } as const;
  return { code, why: 'is fixed on' } as const;
}

export const heldOnText = ({ heldOn, generator }: UnitRange, words: TimeWords): string =>
  `held on until ${words.name(heldOn)} by min_uptime ${words.inHours(generator.min_uptime)}`;
export const heldOffText = ({ heldOff, generator }: UnitRange, words: TimeWords): string =>
  `held off until ${words.name(heldOff)} by min_downtime ${words.inHours(generator.min_downtime)}`;

/** Units that are fixed on while their minimum down time keeps them off, or fixed off while they must be on. */
export const fixedCommitmentConflicts: CauseFinder = function* ({ words, jobType, units }) {
  if (jobType === 'ed') return;
  const decisions = units.flatMap((unit) =>
    [...unit.generator.fixed].map((fixed) => [unit, ...fixed] as const),
  );
  for (const [unit, hour, on] of decisions) {
    const { name } = unit.generator;
    const cause = (code: 'MIN_UPTIME_CONFLICT' | 'MIN_DOWNTIME_CONFLICT', why: string) => {
      const text = `${name} is fixed ${on ? 'on' : 'off'} but ${why}`;
      return toCause(words, code, ['generator', name, hour], text, null);
    };
    if (on && hour < unit.heldOff) yield cause('MIN_DOWNTIME_CONFLICT', heldOffText(unit, words));
    if (!on && hour < unit.heldOn) yield cause('MIN_UPTIME_CONFLICT', heldOnText(unit, words));
    else if (!on && mustRunIn(unit.generator, hour))
      yield cause('MIN_UPTIME_CONFLICT', 'must_run keeps it on');
  }
};

/** Must-run units that their minimum down time still keeps off. */
export const mustRunConflicts: CauseFinder = function* ({ words, jobType, units, hours }) {
  if (jobType === 'ed') return;
  for (const unit of units) {
    const { name } = unit.generator;
    const hour = hours.find((t) => t < unit.heldOff && mustRunIn(unit.generator, t));
    if (hour === undefined) continue;
    const text = `${name} is must_run but ${heldOffText(unit, words)}`;
    yield toCause(words, 'MIN_DOWNTIME_CONFLICT', ['generator', name, hour], text, null);
  }
};

/** Units whose ramps keep them from every output within their limits. */
export const unitRamps: CauseFinder = function* ({ words, units }) {
  for (const unit of units) {
    const { generator, stuckAt: hour } = unit;
    if (hour === null) continue;
    const text = `${generator.name} ${rampConflict(unit, hour)}`;
    yield toCause(words, 'RAMP_LIMIT', ['generator', generator.name, hour], text, null);
  }
};

function rampConflict(unit: UnitRange, hour: number): string {
  const { generator, mayBeOn, pMin, pMax, startupRamp } = unit;
  const before = rangeBefore(unit, hour);
  const from = before.low === before.high ? inMw(before.low) : `${inMw(before.low)} to ${inMw(before.high)}`;
  if (!mayBeOn[hour]) {
    const limit = inMw(stopLimit(unit, hour));
    return `must be off but cannot stop from ${from}: its shutdown limit is ${limit}`;
  }
  const [low, high, start] = [knownAt(pMin, hour), knownAt(pMax, hour), knownAt(startupRamp, hour)];
  const wasOff = hour === 0 ? generator.initial_status <= 0 : before.high <= 0;
  if (wasOff && start < low - MARGIN_MW)
    return `must be on but cannot start: its startup limit, ${inMw(start)}, is below its minimum output of ${inMw(low)}`;
  return `cannot ramp from ${from} into its limits of ${inMw(low)} to ${inMw(high)}`;
}

/** Range of output before an hour. Before the first hour it is Pmin, if the initial output is not given. */
function rangeBefore({ generator, low, high, pMin }: UnitRange, hour: number) {
  if (hour > 0) return { low: knownAt(low, hour - 1), high: knownAt(high, hour - 1) };
  const output = generator.initial_power_mw ?? (generator.initial_status > 0 ? knownAt(pMin, 0) : 0);
  return { low: output, high: output };
}

/** Storage that cannot reach its least energies or targets, or whose initial energy does not fit its capacity. */
export const storageLimits: CauseFinder = function* ({ case: { storage }, words, hours }) {
  for (const item of storage) {
    const { name, energy_mwh } = item;
    const cause = (hour: number, text: string) =>
      toCause(words, 'STORAGE_LIMIT', ['storage', name, hour], `${name} ${text}`, null);
    const leastEnergy = leastStored(item);
    const stillHeld = knownAt(leastEnergy, 0);
    if (stillHeld > energy_mwh + MARGIN_MW) {
      const text = `starts with ${inMwh(item.initial_mwh, words)} and still holds ${inMwh(stillHeld, words)} after discharging, above its ${inMwh(energy_mwh, words)}`;
      yield cause(0, text);
      continue;
    }
    const reached = mostStored(item);
    const short = hours.find((hour) => storedLimits(item, hour).least > knownAt(reached, hour) + MARGIN_MW);
    if (short !== undefined) {
      const must = `${short < hours.length - 1 ? 'hold' : 'end with'} ${inMwh(storedLimits(item, short).least, words)}`;
      yield cause(short, `must ${must} but can hold at most ${inMwh(knownAt(reached, short), words)}`);
    }
    const last = hours.length - 1;
    const full = knownAt(leastEnergy, last);
    if (full > storedLimits(item, last).most + MARGIN_MW)
      yield cause(
        last,
        `may end with ${inMwh(item.final_max_mwh, words)} but cannot come below ${inMwh(full, words)}`,
      );
  }
};

/**
 * Smallest possible energy at the end of each interval, MWh, if least energies are ignored; a cyclic storage may begin
 * empty.
 */
function leastStored(item: CaseStorage): number[] {
  let stored = item.initial_mwh;
  return item.discharge_mw.map((mw) => {
    stored = Math.max(0, keptShare(item) * stored - mw / item.discharge_efficiency);
    return stored;
  });
}

/** Energy limits outside what a unit or renewable can give, or a storage can discharge, in their hours. */
export const energyLimits: CauseFinder = function* ({ case: { renewables, storage }, units, words, hours }) {
  const limited = [
    ...renewables.map((item) => ({ ...item, type: 'renewable' as const, low: item.p_min, high: item.p_max })),
    ...units
      .filter(({ stuckAt }) => stuckAt === null)
      .map(({ generator, low, high }) => ({ ...generator, type: 'generator' as const, low, high })),
    ...storage.map((item) => ({
      ...item,
      type: 'storage' as const,
      low: hours.map(() => 0),
      high: item.discharge_mw,
    })),
  ];
  for (const { type, name, low, high, energy_limits } of limited)
    for (const { first_hour, last_hour, mwh, min_mwh = Number.NEGATIVE_INFINITY } of energy_limits) {
      const span = `from ${words.name(first_hour)} to ${words.name(last_hour)}`;
      const total = (series: readonly number[]): number =>
        sum(hours.slice(first_hour, last_hour + 1), (hour) => knownAt(series, hour));
      const [least, most] = [total(low), total(high)];
      const cause = (text: string) =>
        toCause(words, 'ENERGY_LIMIT', [type, name, null], `${name} ${text}`, null);
      if (least > mwh + MARGIN_MW)
        yield cause(
          `must give ${inMwh(least, words)} ${span}, and its energy limit allows ${inMwh(mwh, words)}`,
        );
      if (most < min_mwh - MARGIN_MW)
        yield cause(
          `can give at most ${inMwh(most, words)} ${span}, and its energy limit requires ${inMwh(min_mwh, words)}`,
        );
    }
};
