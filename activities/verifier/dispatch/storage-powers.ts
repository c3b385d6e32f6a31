/** Powers of a storage in one hour: by its limits, by a schedule that it keeps, and by the energy gained. */
import type { JudgedStorage } from '../schedule/case.ts';
import type { StorageHours } from '../schedule/schedule.ts';
import { at } from '../schedule/series.ts';

/** MW, shape [horizon]. */
export type Held = Pick<StorageHours, 'charge' | 'discharge' | 'spill'>;

type Range = readonly [least: number, most: number];

/** Powers of an hour, MW. */
export interface Powers {
  readonly charge: Range;
  readonly discharge: Range;
  /** True if charging and discharging share the hour; otherwise each may have any power in its range. */
  readonly isShared: boolean;
}

export const powersOf = (
  { charge_mw, discharge_mw, no_simultaneous }: JudgedStorage,
  hour: number,
): Powers => ({
  charge: [0, at(charge_mw, hour)],
  discharge: [0, at(discharge_mw, hour)],
  isShared: no_simultaneous,
});

/** Cost of charging a stored MWh, and earnings from discharging it, $/MWh. */
export const worthOf = (storage: JudgedStorage, price: number, hour: number) => ({
  taking: (price + storage.charge_cost_usd_per_mwh) / storage.charge_efficiency,
  giving: (price - at(storage.discharge_cost_usd_per_mwh, hour)) * storage.discharge_efficiency,
});

/** True if a stored MWh earns more than it costs to charge, so that charging and discharging at once would pay. */
export function burns(storage: JudgedStorage, price: number, hour: number): boolean {
  const { taking, giving } = worthOf(storage, price, hour);
  return taking < giving;
}

const IDLE: Range = [0, 0];

/**
 * Powers of a storage that keeps a schedule. With least powers, it keeps the hours in which it uses them. Without least
 * powers, it keeps its direction if `keeps` is true and it has losses.
 */
export function heldPowers(
  storage: JudgedStorage,
  { charge, discharge }: Held,
  hour: number,
  keeps: boolean,
): Powers {
  const powers = powersOf(storage, hour);
  const [into, out] = [at(charge, hour), at(discharge, hour)];
  const [least, leastOut] = [at(storage.charge_min_mw, hour), at(storage.discharge_min_mw, hour)];
  if (least === 0 && leastOut === 0) {
    const isLossless = storage.charge_efficiency * storage.discharge_efficiency === 1;
    if (!keeps || !powers.isShared || isLossless) return powers;
    return {
      ...powers,
      charge: into > 0 ? powers.charge : IDLE,
      discharge: out > 0 ? powers.discharge : IDLE,
    };
  }
  const [isCharging, isDischarging] = [into > least / 2, out > leastOut / 2];
  const range = (from: number, [, most]: Range, isUsed: boolean, isBlocked: boolean): Range => {
    if (from > 0) return isUsed ? [from, most] : IDLE;
    return storage.no_simultaneous && isBlocked ? IDLE : [0, most];
  };
  return {
    charge: range(least, powers.charge, isCharging, isDischarging),
    discharge: range(leastOut, powers.discharge, isDischarging, isCharging),
    isShared: false,
  };
}

/** A charge as a linear function of the energy gained, MW. */
interface ChargeBound {
  readonly from: number;
  readonly slope: number;
}

export const chargeAt = (
  bounds: readonly ChargeBound[],
  mwh: number,
  strictest: (...values: number[]) => number,
): number => strictest(...bounds.map(({ from, slope }) => from + slope * mwh));

/**
 * Bounds of the charge by the energy gained: at least the largest of `lowest`, at most the least of `highest`.
 * `gained`: range of the energy gained, MWh.
 */
export function chargesOf(
  { charge_efficiency, discharge_efficiency }: JudgedStorage,
  { charge, discharge, isShared }: Powers,
) {
  const [leastOut, mostOut] = [discharge[0] / discharge_efficiency, discharge[1] / discharge_efficiency];
  const much = charge_efficiency * charge[1];
  const gained: Range = [charge_efficiency * charge[0] - mostOut, much - leastOut];
  const beside = (drawn: number): ChargeBound => ({
    from: drawn / charge_efficiency,
    slope: 1 / charge_efficiency,
  });
  const width = mostOut + much;
  const share = width > 0 ? charge[1] / width : 0;
  return {
    lowest: [{ from: charge[0], slope: 0 }, beside(leastOut)],
    highest: isShared
      ? [{ from: share * mostOut, slope: share }]
      : [{ from: charge[1], slope: 0 }, beside(mostOut)],
    gained,
  };
}
