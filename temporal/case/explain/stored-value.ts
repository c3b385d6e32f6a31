/**
 * Origin of a price that a storage sets. With v[t] the value of one MWh in store at the end of interval t, a storage
 * strictly inside its power limits has, by complementary slackness,
 *
 *     price[t] = cost_d + v[t] / eta_d + b[t]   if it discharges, b: price of its energy limits
 *     price[t] = eta_c v[t] - cost_c            if it charges
 *     v[t] = (1 - L h) v[t+1]                   if the energy at the end of t is inside its limits
 *     v[T-1] = value of the energy left at the end; of cyclic storage (1 - L h) v[0]
 *
 * Intervals that are linked by the third equation share one value. Its origin is the nearest of them in which other
 * elements set prices, or the end of the horizon. It is named only if the price follows from it.
 */
import { amountAt, valueAt } from '../arithmetic/series.ts';
import type { Storage } from '../schema.ts';
import type { ScheduleView } from './views.ts';

export interface StoredValue {
  /** The interval that the value comes from; null for the end of the horizon. */
  readonly hour: number | null;
  /** Price at the bus in that interval, or value of a MWh that is left at the end, $/MWh. */
  readonly origin_usd_per_mwh: number;
  /** Price at the bus that follows from the origin, $/MWh. */
  readonly usd_per_mwh: number;
}

export interface StoredCase {
  readonly item: Storage;
  readonly schedule: ScheduleView;
  readonly horizon: number;
  /** Length of an interval, h. */
  readonly h: number;
  /** Price of the energy limits of the storage in an interval, $/MWh. */
  readonly limitPrice: (t: number) => number;
  /** True if an element other than storage sets a price in an interval. */
  readonly isSet: (t: number) => boolean;
}

/** Tolerance of energies, MWh. The next constant: of prices, $/MWh. */
const AT_LIMIT_MWH = 2e-3;
const SAME_PRICE = 2e-3;

/** An interval with the same value, or the end; the value in the interval of the price is `factor` times its value. */
interface Linked {
  readonly hour: number | null;
  readonly factor: number;
}

/** Origin of the price in interval `t`; undefined if none of the linked intervals explains it. */
export function storedValue(stored: StoredCase, t: number): StoredValue | undefined {
  const { item, schedule, isSet } = stored;
  // The price of a limit of cycles is not part of a schedule view.
  if (item.max_cycles_per_day !== undefined || !powerAt(stored, t)) return undefined;
  const prices = schedule.lmp[`bus_${item.bus}`];
  const origins = linked(stored, t).flatMap(({ hour, factor }): StoredValue[] => {
    const { final_value_usd_per_mwh: final = 0 } = item;
    if (hour !== null && !(powerAt(stored, hour) && isSet(hour))) return [];
    const value = hour === null ? final : valueFrom(stored, amountAt(prices, hour), hour);
    const usd_per_mwh = priceOf(stored, factor * value, t);
    if (Math.abs(usd_per_mwh - amountAt(prices, t)) > SAME_PRICE) return [];
    return [{ hour, origin_usd_per_mwh: hour === null ? final : amountAt(prices, hour), usd_per_mwh }];
  });
  return origins[0];
}

/** Direction in which the power is strictly inside its limits; undefined if it is at a limit. */
function powerAt({ item, schedule }: StoredCase, t: number): 'charge' | 'discharge' | undefined {
  const { charge_mw, discharge_mw } = schedule.storage?.[item.name] ?? {};
  const powers = { discharge: amountAt(discharge_mw, t), charge: amountAt(charge_mw, t) };
  return (['discharge', 'charge'] as const).find((way) => {
    const [least, most] = [item[`${way}_min_mw`], item[`${way}_mw`]].map((mw) => valueAt(mw, t) ?? 0);
    return (least ?? 0) + AT_LIMIT_MWH < powers[way] && powers[way] < (most ?? 0) - AT_LIMIT_MWH;
  });
}

const priceOf = (stored: StoredCase, value: number, t: number): number =>
  powerAt(stored, t) === 'discharge'
    ? (stored.item.discharge_cost_usd_per_mwh ?? 0) + value / delivered(stored.item) + stored.limitPrice(t)
    : chargeShare(stored.item) * value - (stored.item.charge_cost_usd_per_mwh ?? 0);

/** Inverse of `priceOf`. */
const valueFrom = (stored: StoredCase, price: number, t: number): number =>
  powerAt(stored, t) === 'discharge'
    ? (price - (stored.item.discharge_cost_usd_per_mwh ?? 0) - stored.limitPrice(t)) * delivered(stored.item)
    : (price + (stored.item.charge_cost_usd_per_mwh ?? 0)) / chargeShare(stored.item);

/** Shares of the charged energy that is stored, and of the stored energy that is delivered. */
const chargeShare = ({ efficiency, charge_efficiency = 1 }: Storage): number =>
  efficiency ?? charge_efficiency;
const delivered = ({ efficiency, discharge_efficiency = 1 }: Storage): number =>
  efficiency === undefined ? discharge_efficiency : 1;

/** Intervals that share their value with interval `t`, nearest first. */
function linked(stored: StoredCase, t: number): Linked[] {
  const [later, earlier] = [walk(stored, t, 1), walk(stored, t, -1)];
  return Array.from({ length: Math.max(later.length, earlier.length) }, (_, k) => [earlier[k], later[k]])
    .flat()
    .filter((place) => place !== undefined);
}

function walk(stored: StoredCase, t: number, step: 1 | -1): Linked[] {
  const { item, horizon, h } = stored;
  const remains = 1 - (item.standing_loss_per_h ?? 0) * h;
  const places: Linked[] = [];
  let [hour, factor] = [t, 1];
  for (let k = 0; k < horizon; k++) {
    // End of the earlier of the two intervals.
    const border = step > 0 ? hour : (hour - 1 + horizon) % horizon;
    const isEnd = border === horizon - 1;
    if (isBlocked(stored, border, step)) break;
    if (isEnd && !item.cyclic) return [...places, { hour: null, factor }];
    factor = step > 0 ? factor * remains : factor / remains;
    hour = (hour + step + horizon) % horizon;
    if (hour === t) break;
    places.push({ hour, factor });
  }
  return places;
}

/**
 * True if the value does not pass the end of an interval. It passes the start of the horizon only in cyclic storage.
 */
const isBlocked = (stored: StoredCase, border: number, step: 1 | -1): boolean =>
  !isOpen(stored, border) || (step < 0 && border === stored.horizon - 1 && !stored.item.cyclic);

/** True if the energy at the end of an interval is strictly inside its limits. */
function isOpen({ item, schedule, horizon }: StoredCase, t: number): boolean {
  const isLast = t === horizon - 1;
  const energy = amountAt(schedule.storage?.[item.name]?.energy_mwh, t);
  const least = Math.max(valueAt(item.min_mwh, t) ?? 0, isLast ? (item.final_mwh ?? 0) : 0);
  const most = Math.min(item.energy_mwh, isLast ? (item.final_max_mwh ?? item.energy_mwh) : item.energy_mwh);
  return least + AT_LIMIT_MWH < energy && energy < most - AT_LIMIT_MWH;
}
