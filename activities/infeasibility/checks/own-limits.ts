/** Limits of one element that contradict each other. */
import type { TimeWords } from '../../../temporal/case/arithmetic/interval-words.ts';
import { knownAt } from '../../../temporal/case/arithmetic/series.ts';
import type { Generator } from '../../../temporal/case/messages/generator.ts';
import type { Renewable } from '../../../temporal/case/messages/resources.ts';
import { MARGIN_MW } from '../ranges/infeasible-case.ts';
import { type CauseFinder, elementCause, inMw } from './cause.ts';

/** p_min above p_max: no output is allowed, even for a unit that could stay off. */
export const invertedOutputLimits: CauseFinder = function* ({ payload, words, hours }) {
  for (const generator of payload.generators) yield* invertedGenerator(generator, hours, words);
  for (const renewable of payload.renewables ?? []) yield* invertedRenewable(renewable, hours, words);
};

function* invertedGenerator(generator: Generator, hours: readonly number[], words: TimeWords) {
  const { name, p_min, p_max, p_min_profile, p_max_profile } = generator;
  const place = { element_type: 'generator', element_id: name } as const;
  if (!p_min_profile && !p_max_profile) {
    if (p_min <= p_max + MARGIN_MW) return;
    const message = `${name}: p_min ${inMw(p_min)} is above p_max ${inMw(p_max)}`;
    yield elementCause('OUTPUT_LIMITS_INVERTED', { ...place, hour: null }, message, p_min - p_max);
    return;
  }
  for (const hour of hours) {
    const low = p_min_profile ? knownAt(p_min_profile, hour) : p_min;
    const high = p_max_profile ? knownAt(p_max_profile, hour) : p_max;
    if (!(low > high + MARGIN_MW)) continue;
    const message = `${words.at(hour)}: ${name} has a minimum of ${inMw(low)} above its maximum of ${inMw(high)}`;
    yield elementCause('OUTPUT_LIMITS_INVERTED', { ...place, hour }, message, low - high);
  }
}

function* invertedRenewable({ name, p_min, p_max }: Renewable, hours: readonly number[], words: TimeWords) {
  for (const hour of hours) {
    const [low, high] = [knownAt(p_min, hour), knownAt(p_max, hour)];
    if (!(low > high + MARGIN_MW)) continue;
    const message = `${words.at(hour)}: ${name} must give ${inMw(low)} but has only ${inMw(high)} available`;
    const place = { element_type: 'renewable', element_id: name, hour } as const;
    yield elementCause('OUTPUT_LIMITS_INVERTED', place, message, low - high);
  }
}

/** Storage that can hold neither what it starts with nor what it must end with. */
export const storageLimits: CauseFinder = function* ({ payload, words, hours }) {
  const inMwh = (energy: number): string => `${Number(words.inHours(energy).toFixed(3))} MWh`;
  for (const item of payload.storage ?? []) {
    const { name, energy_mwh, charge_mw, discharge_mw, efficiency, initial_mwh, final_mwh = 0 } = item;
    const place = { element_type: 'storage', element_id: name } as const;
    const left = initial_mwh - discharge_mw;
    if (left > energy_mwh + MARGIN_MW) {
      const message = `${words.at(0)}: ${name} starts with ${inMwh(initial_mwh)} and still holds ${inMwh(left)} after discharging, above its ${inMwh(energy_mwh)}`;
      yield elementCause('STORAGE_LIMIT', { ...place, hour: 0 }, message, null);
      continue;
    }
    const reached = Math.min(energy_mwh, initial_mwh + efficiency * charge_mw * hours.length);
    if (final_mwh > reached + MARGIN_MW) {
      const hour = hours.length - 1;
      const message = `${words.at(hour)}: ${name} must end with ${inMwh(final_mwh)} but can hold at most ${inMwh(reached)}`;
      yield elementCause('STORAGE_LIMIT', { ...place, hour }, message, null);
    }
  }
};
