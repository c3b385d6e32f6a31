/**
 * Energy limits of renewables: over the hours of each no more than it allows. At its price a MWh in these hours costs
 * that much more  [MWh; of a limit above 1000 MWh, its thousandth of a thousandth].
 */
import type { JudgedRenewable } from '../schedule/case.ts';
import type { RenewableSchedule, Schedule } from '../schedule/schedule.ts';
import { at, own, toHours, unknownKeys } from '../schedule/series.ts';
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
  /** A limit that is not reached has no price. */
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

/** MWh; what is not reported is NaN. */
function energyOf({ output }: RenewableSchedule, { first_hour, last_hour }: Limit): number {
  let mwh = 0;
  for (let hour = first_hour; hour <= last_hour; hour++) mwh += at(output, hour);
  return mwh;
}

/** $/MWh by limit. Prices of the result are taken as they are; of multipliers any that are at least 0 bound. */
function pricesOf(
  { result }: Schedule,
  { name, energy_limits }: RenewableSchedule,
  source: PriceSource,
): number[] {
  if (source === 'prices')
    return toHours(own(result.energy_limit_price_usd_per_mwh, name), energy_limits.length);
  const given = own(result.multipliers?.energy_limits_usd_per_mwh, name) ?? [];
  return energy_limits.map((_, k) => {
    const price = given[k] ?? 0;
    return Number.isFinite(price) ? Math.max(0, price) : 0;
  });
}
