/**
 * Energy limits of renewables: the energy over the hours of a limit is at most the limit. The price of a limit is added
 * to the cost of each MWh in these hours [MWh; the tolerance of a limit above 1000 MWh is 1e-6 of it].
 */
import type { JudgedRenewable } from '../schedule/case.ts';
import type { RenewableSchedule, Schedule } from '../schedule/schedule.ts';
import { at, ownEntry, toHours, unknownKeys } from '../schedule/series.ts';
import { allowanceOf, type Family, type PriceSource, roundingOf, scaleOf, TOLERANCE } from './family.ts';

type Limit = JudgedRenewable['energy_limits'][number];

export const energyLimits: Family = {
  rule: {
    name: 'energy_limit',
    tolerance: TOLERANCE,
    *excesses(schedule) {
      for (const { limit, item } of limitsOf(schedule))
        yield (energyOf(item, limit) - limit.mwh) * scaleOf(limit.mwh);
    },
  },
  applies: ({ renewables }) => renewables.some(({ energy_limits }) => energy_limits.length > 0),
  atPrice(schedule, source) {
    const { units, renewables, hours } = schedule;
    let [worth, tolerance] = [0, 0];
    const paying = renewables.map((item) => {
      const prices = pricesOf(schedule, item, source);
      const price = [...item.price];
      for (const [k, { first_hour, last_hour, mwh }] of item.energy_limits.entries()) {
        const usd = at(prices, k);
        worth += usd * mwh;
        tolerance += usd * allowanceOf(mwh);
        for (const hour of hours.slice(first_hour, last_hour + 1)) price[hour] = at(price, hour) + usd;
      }
      return { ...item, price };
    });
    return { units, renewables: paying, worth, tolerance };
  },
  /** A limit that is not reached has a price of 0. */
  *regrets(schedule) {
    yield* unknownKeys(
      schedule.result.energy_limit_price_usd_per_mwh,
      limitsOf(schedule).map(({ item }) => item.name),
    );
    for (const { limit, item, k } of limitsOf(schedule)) {
      const price = at(pricesOf(schedule, item, 'prices'), k);
      const allowed = roundingOf(price, limit.mwh, limit.mwh);
      yield -price * Math.max(1, limit.mwh);
      yield price * (limit.mwh - energyOf(item, limit)) - allowed;
    }
  },
};

const limitsOf = ({ renewables }: Schedule) =>
  renewables.flatMap((item) => item.energy_limits.map((limit, k) => ({ limit, item, k })));

/** Energy in the hours of a limit, MWh; NaN if an hour is not reported. */
function energyOf({ output }: RenewableSchedule, { first_hour, last_hour }: Limit): number {
  let mwh = 0;
  for (let hour = first_hour; hour <= last_hour; hour++) mwh += at(output, hour);
  return mwh;
}

/**
 * Price of each limit, $/MWh. Prices of the result are taken as they are; any multipliers of at least 0 give a valid
 * bound.
 */
function pricesOf(
  { result }: Schedule,
  { name, energy_limits }: RenewableSchedule,
  source: PriceSource,
): number[] {
  if (source === 'prices')
    return toHours(ownEntry(result.energy_limit_price_usd_per_mwh, name), energy_limits.length);
  const multipliers = ownEntry(result.multipliers?.energy_limits_usd_per_mwh, name) ?? [];
  return energy_limits.map((_, k) => {
    const price = multipliers[k] ?? 0;
    return Number.isFinite(price) ? Math.max(0, price) : 0;
  });
}
