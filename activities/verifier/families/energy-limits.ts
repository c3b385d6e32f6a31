/**
 * Energy limits of renewables, and daily limits of the energy that a storage discharges: the energy over the hours of a
 * limit is at most the limit. The price of a limit is added to the cost of each MWh in these hours [MWh; the tolerance
 * of a limit above 1000 MWh is 1e-6 of it].
 */
import type { JudgedRenewable } from '../schedule/case.ts';
import type { Schedule } from '../schedule/schedule.ts';
import { at, ownEntry, toHours, unknownKeys } from '../schedule/series.ts';
import { allowanceOf, type Family, type PriceSource, roundingOf, scaleOf, TOLERANCE } from './family.ts';

type Limit = JudgedRenewable['energy_limits'][number];
type Kind = 'renewables' | 'storages';

/** Fields of a result for prices of limits, and for their multipliers. */
const FIELDS = {
  renewables: ['energy_limit_price_usd_per_mwh', 'energy_limits_usd_per_mwh'],
  storages: ['cycle_limit_price_usd_per_mwh', 'cycle_limits_usd_per_mwh'],
} as const;

/** Limited output of an element, MW. */
interface Limited {
  readonly kind: Kind;
  readonly name: string;
  readonly limits: readonly Limit[];
  readonly output: readonly number[];
}

export const energyLimits: Family = {
  rule: {
    name: 'energy_limit',
    tolerance: TOLERANCE,
    *excesses(schedule) {
      for (const { limit, item } of limitsOf(schedule))
        yield (energyOf(item, limit) - limit.mwh) * scaleOf(limit.mwh);
    },
  },
  applies: ({ renewables, storage }) =>
    renewables.some(({ energy_limits }) => energy_limits.length > 0) ||
    storage.some(({ cycle_limits }) => cycle_limits.length > 0),
  atPrice(schedule, source) {
    const { units, renewables, storages, hours } = schedule;
    let [worth, tolerance] = [0, 0];
    const paying = limitedOf(schedule).map((item) => {
      const prices = pricesOf(schedule, item, source);
      const price = hours.map(() => 0);
      for (const [k, { first_hour, last_hour, mwh }] of item.limits.entries()) {
        const usd = at(prices, k);
        worth += usd * mwh;
        tolerance += usd * allowanceOf(mwh);
        for (const hour of hours.slice(first_hour, last_hour + 1)) price[hour] = at(price, hour) + usd;
      }
      return price;
    });
    const raised = (series: readonly number[], position: number): number[] =>
      series.map((usd, hour) => usd + at(paying[position] ?? [], hour));
    return {
      units,
      renewables: renewables.map((item, i) => ({ ...item, price: raised(item.price, i) })),
      storages: storages.map((item, s) => ({
        ...item,
        discharge_cost_usd_per_mwh: raised(item.discharge_cost_usd_per_mwh, renewables.length + s),
      })),
      worth,
      tolerance,
    };
  },
  /** A limit that is not reached has a price of 0. */
  *regrets(schedule) {
    for (const kind of ['renewables', 'storages'] as const)
      yield* unknownKeys(
        schedule.result[FIELDS[kind][0]],
        limitsOf(schedule).flatMap(({ item }) => (item.kind === kind ? [item.name] : [])),
      );
    for (const { limit, item, k } of limitsOf(schedule)) {
      const price = at(pricesOf(schedule, item, 'prices'), k);
      const allowed = roundingOf(price, limit.mwh, limit.mwh);
      yield -price * Math.max(1, limit.mwh);
      yield price * (limit.mwh - energyOf(item, limit)) - allowed;
    }
  },
};

/** All renewables, then all storage; their lists of limits may be empty. */
const limitedOf = ({ renewables, storages }: Schedule): Limited[] => [
  ...renewables.map(
    ({ name, energy_limits, output }): Limited => ({
      kind: 'renewables',
      name,
      limits: energy_limits,
      output,
    }),
  ),
  ...storages.map(
    ({ name, cycle_limits, discharge }): Limited => ({
      kind: 'storages',
      name,
      limits: cycle_limits,
      output: discharge,
    }),
  ),
];

const limitsOf = (schedule: Schedule) =>
  limitedOf(schedule).flatMap((item) => item.limits.map((limit, k) => ({ limit, item, k })));

/** Energy in the hours of a limit, MWh; NaN if an hour is not reported. */
function energyOf({ output }: Limited, { first_hour, last_hour }: Limit): number {
  let mwh = 0;
  for (let hour = first_hour; hour <= last_hour; hour++) mwh += at(output, hour);
  return mwh;
}

/**
 * Price of each limit, $/MWh. Prices of the result are taken as they are; any multipliers of at least 0 give a valid
 * bound.
 */
function pricesOf({ result }: Schedule, { kind, name, limits }: Limited, source: PriceSource): number[] {
  const [prices, multipliers] = FIELDS[kind];
  if (source === 'prices') return toHours(ownEntry(result[prices], name), limits.length);
  const values = ownEntry(result.multipliers?.[multipliers], name) ?? [];
  return limits.map((_, k) => {
    const price = values[k] ?? 0;
    return Number.isFinite(price) ? Math.max(0, price) : 0;
  });
}
