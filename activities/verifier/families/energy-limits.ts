/**
 * Energy limits of units, renewables and storage (of its discharge), and daily limits of the energy that a storage
 * discharges: the energy over the hours of a limit is at most the limit, and at least its least energy. The price of a
 * limit, below 0 for the least energy, is added to the cost of each MWh in these hours [MWh; the tolerance of a limit
 * above 1000 MWh is 1e-6 of it].
 */
import type { JudgedLimit } from '../schedule/case.ts';
import type { Schedule } from '../schedule/schedule.ts';
import { at, ownEntry, toHours, unknownKeys } from '../schedule/series.ts';
import { allowanceOf, type Family, type PriceSource, roundingOf, scaleOf, TOLERANCE } from './family.ts';

/** Fields of a result for prices of limits, and for their multipliers. */
const FIELDS = {
  energy: ['energy_limit_price_usd_per_mwh', 'energy_limits_usd_per_mwh'],
  cycles: ['cycle_limit_price_usd_per_mwh', 'cycle_limits_usd_per_mwh'],
} as const;
const KINDS = ['energy', 'cycles'] as const;

/** An element with limits. */
interface Limited {
  readonly kind: (typeof KINDS)[number];
  readonly list: 'units' | 'renewables' | 'storages';
  readonly position: number;
  readonly name: string;
  readonly limits: readonly JudgedLimit[];
  /** MW. */
  readonly output: readonly number[];
}

export const energyLimits: Family = {
  rule: {
    name: 'energy_limit',
    tolerance: TOLERANCE,
    *excesses(schedule) {
      for (const { limit, item } of limitsOf(schedule)) {
        const energy = energyOf(item, limit);
        yield Math.max(energy - limit.mwh, limit.min_mwh - energy) * scaleOf(limit.mwh);
      }
    },
  },
  applies: ({ generators, renewables, storage }) =>
    [...generators, ...renewables, ...storage].some(({ energy_limits }) => energy_limits.length > 0) ||
    storage.some(({ cycle_limits }) => cycle_limits.length > 0),
  atPrice(schedule, source) {
    const { units, renewables, storages, hours } = schedule;
    let [worth, tolerance] = [0, 0];
    const paid = { units: new Map(), renewables: new Map(), storages: new Map() } satisfies Record<
      Limited['list'],
      Map<number, number[]>
    >;
    for (const item of limitedOf(schedule)) {
      const prices = pricesOf(schedule, item, source);
      const ofElement: Map<number, number[]> = paid[item.list];
      const price = ofElement.get(item.position) ?? hours.map(() => 0);
      ofElement.set(item.position, price);
      for (const [k, limit] of item.limits.entries()) {
        const usd = at(prices, k);
        worth += usd * boundAt(limit, usd);
        tolerance += Math.abs(usd) * allowanceOf(limit.mwh);
        for (const hour of hours.slice(limit.first_hour, limit.last_hour + 1))
          price[hour] = at(price, hour) + usd;
      }
    }
    const raised = (series: readonly number[], surcharge: readonly number[] | undefined) =>
      surcharge ? series.map((usd, hour) => usd + at(surcharge, hour)) : series;
    return {
      units: units.map((unit, g) => {
        const surcharge: readonly number[] | undefined = paid.units.get(g);
        return surcharge ? { ...unit, surcharge } : unit;
      }),
      renewables: renewables.map((item, i) => ({
        ...item,
        price: raised(item.price, paid.renewables.get(i)),
      })),
      storages: storages.map((item, s) => ({
        ...item,
        discharge_cost_usd_per_mwh: raised(item.discharge_cost_usd_per_mwh, paid.storages.get(s)),
      })),
      worth,
      tolerance,
    };
  },
  /** A side of a limit that is not reached has a price of 0. */
  *regrets(schedule) {
    for (const kind of KINDS)
      yield* unknownKeys(
        schedule.result[FIELDS[kind][0]],
        limitedOf(schedule).flatMap((item) => (item.kind === kind ? [item.name] : [])),
      );
    for (const { limit, item, k } of limitsOf(schedule)) {
      const price = at(pricesOf(schedule, item, 'prices'), k);
      if (limit.min_mwh === Number.NEGATIVE_INFINITY) yield -price * Math.max(1, limit.mwh);
      const unused = boundAt(limit, price) - energyOf(item, limit);
      yield price * unused - roundingOf(Math.abs(price), limit.mwh, limit.mwh);
    }
  },
};

/** The side of a limit that a price belongs to, MWh. */
const boundAt = ({ mwh, min_mwh }: JudgedLimit, price: number): number =>
  price < 0 && Number.isFinite(min_mwh) ? min_mwh : mwh;

/** Elements with limits. */
const limitedOf = ({ units, renewables, storages }: Schedule): Limited[] =>
  [
    ...units.map(({ name, energy_limits, output }, position): Limited => {
      return { kind: 'energy', list: 'units', position, name, limits: energy_limits, output };
    }),
    ...renewables.map(({ name, energy_limits, output }, position): Limited => {
      return { kind: 'energy', list: 'renewables', position, name, limits: energy_limits, output };
    }),
    ...storages.flatMap(({ name, energy_limits, cycle_limits, discharge: output }, position): Limited[] => [
      { kind: 'energy', list: 'storages', position, name, limits: energy_limits, output },
      { kind: 'cycles', list: 'storages', position, name, limits: cycle_limits, output },
    ]),
  ].filter(({ limits }) => limits.length > 0);

const limitsOf = (schedule: Schedule) =>
  limitedOf(schedule).flatMap((item) => item.limits.map((limit, k) => ({ limit, item, k })));

/** Energy in the hours of a limit, MWh; NaN if an hour is not reported. */
function energyOf({ output }: Limited, { first_hour, last_hour }: JudgedLimit): number {
  let mwh = 0;
  for (let hour = first_hour; hour <= last_hour; hour++) mwh += at(output, hour);
  return mwh;
}

/**
 * Price of each limit, $/MWh. Prices of the result are taken as they are; any multipliers give a valid bound that are at
 * least 0 where there is no least energy.
 */
function pricesOf({ result }: Schedule, { kind, name, limits }: Limited, source: PriceSource): number[] {
  const [prices, multipliers] = FIELDS[kind];
  if (source === 'prices') return toHours(ownEntry(result[prices], name), limits.length);
  const values = ownEntry(result.multipliers?.[multipliers], name) ?? [];
  return limits.map(({ min_mwh }, k) => {
    const price = values[k] ?? 0;
    if (!Number.isFinite(price)) return 0;
    return Number.isFinite(min_mwh) ? price : Math.max(0, price);
  });
}
