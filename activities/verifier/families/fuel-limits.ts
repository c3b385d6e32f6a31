/**
 * Limits of the fuel that all units with the same fuel burn over some hours, in output and in starts: at most the limit
 * plus the reported excess, and at least the least consumption less it; fuel by hour is the reported one. The price of
 * a limit, below 0 for the least consumption, is part of the costs of output and starts in these hours [MMBtu; the
 * tolerance of a limit above 1000 MMBtu is 1e-6 of it].
 */
import type { JudgedFuelLimit } from '../schedule/case.ts';
import { unknownNames } from '../schedule/known-names.ts';
import type { Schedule, UnitSchedule } from '../schedule/schedule.ts';
import { at, ownEntry, readSeries, sum, toHours, unknownKeys } from '../schedule/series.ts';
import { allowanceOf, type Family, type PriceSource, roundingOf, scaleOf, TOLERANCE } from './family.ts';

export const fuelLimits: Family = {
  rule: {
    name: 'fuel_limit',
    tolerance: TOLERANCE,
    *excesses(schedule) {
      const { hours, result } = schedule;
      yield* unknownNames(schedule, 'fuel_limit');
      for (const { fuel, limits, burnt } of fuelsOf(schedule)) {
        const scale = Math.min(...limits.flatMap((limit) => boundsOf(limit).map(scaleOf)));
        const reported = readSeries(result.fuel_used_mmbtu, fuel, hours.length);
        for (const hour of hours) yield Math.abs(at(reported, hour) - at(burnt, hour)) * scale;
        const outside = outsideOf(schedule, fuel, limits);
        for (const [k, limit] of limits.entries()) {
          const [used, excess] = [burntIn(burnt, limit), at(outside, k)];
          yield -excess * scale;
          if (Number.isFinite(limit.max_mmbtu))
            yield (used - excess - limit.max_mmbtu) * scaleOf(limit.max_mmbtu);
          if (Number.isFinite(limit.min_mmbtu))
            yield (limit.min_mmbtu - excess - used) * scaleOf(limit.min_mmbtu);
        }
      }
    },
  },
  applies: ({ fuel_limits }) => fuel_limits.length > 0,
  penalty: (schedule) =>
    sum(
      fuelsOf(schedule).flatMap(({ fuel, limits }) => {
        const outside = outsideOf(schedule, fuel, limits);
        return limits.map((limit, k) => (isSoft(limit) ? limit.penalty_usd_per_mmbtu * at(outside, k) : 0));
      }),
    ),
  atPrice(schedule, source) {
    const { hours, units, renewables, storages } = schedule;
    let [worth, tolerance] = [0, 0];
    const paid = new Map<string, number[]>();
    for (const { fuel, limits } of fuelsOf(schedule)) {
      const price = hours.map(() => 0);
      const prices = pricesOf(schedule, fuel, limits, source);
      for (const [k, limit] of limits.entries()) {
        const usd = at(prices, k);
        if (usd === 0) continue;
        const bound = boundAt(limit, usd);
        worth += usd * bound;
        tolerance += Math.abs(usd) * allowanceOf(bound);
        for (const hour of hours.slice(limit.first_hour, limit.last_hour + 1))
          price[hour] = at(price, hour) + usd;
      }
      paid.set(fuel, price);
    }
    return {
      units: units.map((unit) => paying(schedule, unit, paid.get(unit.fuel ?? ''))),
      renewables,
      storages,
      worth,
      tolerance,
    };
  },
  /** A side that is not reached has a price of 0; an excess costs its penalty, which no price exceeds. */
  *regrets(schedule) {
    const { result } = schedule;
    const fuels = fuelsOf(schedule);
    yield* unknownKeys(
      result.fuel_limit_price_usd_per_mmbtu,
      fuels.map(({ fuel }) => fuel),
    );
    for (const { fuel, limits, burnt } of fuels) {
      const prices = pricesOf(schedule, fuel, limits, 'prices');
      const outside = outsideOf(schedule, fuel, limits);
      for (const [k, limit] of limits.entries())
        yield* regretsOf(limit, at(prices, k), burntIn(burnt, limit), at(outside, k));
    }
  },
};

function* regretsOf(limit: JudgedFuelLimit, price: number, used: number, excess: number): Iterable<number> {
  const usd = Math.abs(price);
  const bound = boundAt(limit, price);
  if (!Number.isFinite(bound)) {
    // A side that has no limit has no price.
    yield usd * Math.max(1, ...boundsOf(limit));
    return;
  }
  const most = bound + excess;
  const allowed = roundingOf(usd, bound, most);
  yield price * (bound + (price < 0 ? -excess : excess) - used) - allowed;
  if (!isSoft(limit)) return;
  yield (usd - limit.penalty_usd_per_mmbtu) * Math.max(1, bound) - allowed;
  yield (limit.penalty_usd_per_mmbtu - usd) * excess - allowed;
}

/** Fuel by hour and excesses as fields of a result. */
export function fuelFigures(schedule: Schedule) {
  const fuels = fuelsOf(schedule);
  const soft = fuels.filter(({ limits }) => limits.some(isSoft));
  if (fuels.length === 0) return {};
  return {
    fuel_used_mmbtu: Object.fromEntries(fuels.map(({ fuel, burnt }) => [fuel, burnt])),
    ...(soft.length > 0 && {
      fuel_overflow_mmbtu: Object.fromEntries(
        soft.map(({ fuel, limits, burnt }) => [fuel, limits.map((limit) => leastExcess(limit, burnt))]),
      ),
    }),
  };
}

function leastExcess(limit: JudgedFuelLimit, burnt: readonly number[]): number {
  const used = burntIn(burnt, limit);
  return isSoft(limit) ? Math.max(0, used - limit.max_mmbtu, limit.min_mmbtu - used) : 0;
}

const isSoft = ({ penalty_usd_per_mmbtu }: JudgedFuelLimit): boolean =>
  Number.isFinite(penalty_usd_per_mmbtu);

/** The limits of a side or of both, MMBtu. */
const boundsOf = ({ max_mmbtu, min_mmbtu }: JudgedFuelLimit): number[] =>
  [max_mmbtu, min_mmbtu].filter(Number.isFinite);

/** The side of a limit that a price belongs to, MMBtu. */
const boundAt = ({ max_mmbtu, min_mmbtu }: JudgedFuelLimit, price: number): number =>
  price < 0 ? min_mmbtu : max_mmbtu;

interface LimitedFuel {
  readonly fuel: string;
  /** In the order of the payload. */
  readonly limits: readonly JudgedFuelLimit[];
  /** Fuel of all units by hour, MMBtu. */
  readonly burnt: readonly number[];
}

function fuelsOf(schedule: Schedule): LimitedFuel[] {
  const { fuel_limits } = schedule.case;
  return [...new Set(fuel_limits.map(({ fuel }) => fuel))].map((fuel) => {
    const burners = schedule.units.filter((unit) => unit.fuel === fuel);
    const byUnit = burners.map((unit) => burntBy(schedule, unit));
    return {
      fuel,
      limits: fuel_limits.filter((limit) => limit.fuel === fuel),
      burnt: schedule.hours.map((hour) => sum(byUnit.map((series) => at(series, hour)))),
    };
  });
}

/** Fuel of a start, MMBtu; a dispatch has no starts. */
const startFuel = ({ jobType }: Schedule, { startup_mmbtu }: UnitSchedule): number =>
  jobType === 'ed' ? 0 : startup_mmbtu;

const burntBy = (schedule: Schedule, unit: UnitSchedule): number[] =>
  schedule.hours.map((hour) => {
    const wasOn = hour === 0 ? unit.onBefore : unit.on[hour - 1] === true;
    const starting = unit.on[hour] && !wasOn ? startFuel(schedule, unit) : 0;
    return unit.mmbtu_per_mwh * at(unit.output, hour) + starting;
  });

/** Fuel in the hours of a limit, MMBtu; NaN if an hour is not reported. */
function burntIn(burnt: readonly number[], { first_hour, last_hour }: JudgedFuelLimit): number {
  let mmbtu = 0;
  for (let hour = first_hour; hour <= last_hour; hour++) mmbtu += at(burnt, hour);
  return mmbtu;
}

/** The unit with the price of its fuel by hour, $/MMBtu, in the costs of output and starts. */
function paying(schedule: Schedule, unit: UnitSchedule, price: readonly number[] | undefined): UnitSchedule {
  if (!price) return unit;
  return {
    ...unit,
    surcharge: price.map((usd, hour) => (unit.surcharge?.[hour] ?? 0) + unit.mmbtu_per_mwh * usd),
    startup_cost: unit.startup_cost.map((cost, hour) => cost + startFuel(schedule, unit) * at(price, hour)),
  };
}

/** Reported fuel outside each limit, MMBtu; 0 for a hard limit. */
function outsideOf({ result }: Schedule, fuel: string, limits: readonly JudgedFuelLimit[]): number[] {
  if (!limits.some(isSoft)) return limits.map(() => 0);
  const reported = toHours(ownEntry(result.fuel_overflow_mmbtu, fuel), limits.length);
  return limits.map((limit, k) => (isSoft(limit) ? at(reported, k) : 0));
}

/**
 * Price of each limit, $/MMBtu. Prices of the result are taken as they are; any multipliers on the sides that have
 * limits, and no larger than the penalty, give a valid bound.
 */
function pricesOf(
  { result }: Schedule,
  fuel: string,
  limits: readonly JudgedFuelLimit[],
  source: PriceSource,
): number[] {
  if (source === 'prices')
    return toHours(ownEntry(result.fuel_limit_price_usd_per_mmbtu, fuel), limits.length);
  const values = ownEntry(result.multipliers?.fuel_limits_usd_per_mmbtu, fuel) ?? [];
  return limits.map((limit, k) => {
    const price = values[k] ?? 0;
    const most = limit.penalty_usd_per_mmbtu;
    return Number.isFinite(price) && Number.isFinite(boundAt(limit, price))
      ? Math.max(-most, Math.min(most, price))
      : 0;
  });
}
