/** An energy limit below what a renewable must give in its hours. */
import { knownAt } from '../../../temporal/case/arithmetic/series.ts';
import { MARGIN_MW, sum } from '../ranges/infeasible-case.ts';
import { type CauseFinder, elementCause } from './cause.ts';

export const energyLimits: CauseFinder = function* ({ payload, words, hours }) {
  const inMwh = (energy: number): string => `${Number(words.inHours(energy).toFixed(3))} MWh`;
  for (const { name, p_min, energy_limits = [] } of payload.renewables ?? []) {
    for (const { first_hour, last_hour, mwh } of energy_limits) {
      const least = sum(hours.slice(first_hour, last_hour + 1), (hour) => knownAt(p_min, hour));
      if (!(least > mwh + MARGIN_MW)) continue;
      const message = `${name} must give ${inMwh(least)} from ${words.name(first_hour)} to ${words.name(last_hour)}, and its energy limit allows ${inMwh(mwh)}`;
      const place = { element_type: 'renewable', element_id: name, hour: null } as const;
      yield elementCause('ENERGY_LIMIT', place, message, null);
    }
  }
};
