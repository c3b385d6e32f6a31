/** Reserve products as the formulation reads them: their providers, by position, and the limits by response time. */
import {
  countedIn,
  isDown,
  isOffline,
  isProvider,
  mostByResponse,
} from '../../temporal/case/arithmetic/reserve-providers.ts';
import { isSteady, type Varied } from '../../temporal/case/arithmetic/series.ts';
import type { Case, CaseGenerator } from '../case/case.ts';

/** A product and its providers. Providers that are units follow from `Unit.reserveMost`. */
export interface ReserveProduct {
  /** True for downward reserve, which is limited by the output above the minimum. */
  readonly isDown: boolean;
  /** True if units that are off may provide it. */
  readonly isOffline: boolean;
  /** Positions of the products whose reserve counts for it: itself, and those that count towards it. */
  readonly counted: readonly number[];
  /** True if it counts towards no other product. */
  readonly isRoot: boolean;
  /** Positions of the storage that provides the product. The next field has the positions of the renewables. */
  readonly storage: readonly number[];
  readonly renewables: readonly number[];
}

export const reserveProducts = ({ reserves, storage, renewables }: Case): ReserveProduct[] =>
  reserves.map((product) => ({
    isDown: isDown(product),
    isOffline: isOffline(product),
    counted: positions(reserves, (other) => countedIn(other, reserves).includes(product)),
    isRoot: product.counts_towards === undefined,
    storage: positions(storage, ({ name }) => isProvider(product, name)),
    renewables: positions(renewables, ({ name }) => isProvider(product, name)),
  }));

const positions = <T>(items: readonly T[], isMeant: (item: T) => boolean): number[] =>
  items.flatMap((item, i) => (isMeant(item) ? [i] : []));

/** Largest amount that a generator can give of each product, MW, one number or one per hour; shape [products]. */
export const reserveMost = ({ reserves, intervalsPerHour }: Case, generator: CaseGenerator): Varied[] =>
  reserves.map((product) => {
    const ramps = isDown(product) ? generator.ramp_down : generator.ramp_up;
    const mostAt = (t: number): number => mostByResponse(product, generator, t, intervalsPerHour);
    return isSteady(ramps) ? mostAt(0) : ramps.map((_, t) => mostAt(t));
  });

/**
 * Non-spinning reserve that a unit can give in each hour in which it is off, MW, shape [T]: 0 where it cannot start. Of
 * stops that the model decides, reserve-limits.ts keeps the minimum down time. `mayStart`: its limits allow a start.
 */
export function quickStart(
  { jobType, relaxed, reserves }: Case,
  unit: CaseGenerator,
  mayStart: readonly boolean[],
): number[] {
  const { quick_start_mw = 0, p_max, isAvailable, commitment, initial_status, min_downtime } = unit;
  const isGiver = reserves.some(
    (product) => isOffline(product) && (!product.providers || isProvider(product, unit.name)),
  );
  if (quick_start_mw === 0 || relaxed || !isGiver) return p_max.map(() => 0);
  const isDispatch = jobType === 'ed';
  const least = Math.max(1, min_downtime);
  // Hours for which the unit must still be off.
  let offHours = initial_status > 0 ? (isDispatch ? least : 0) : Math.max(0, min_downtime + initial_status);
  return p_max.map((most, t) => {
    const isOn = isDispatch && commitment?.[t] === 1;
    const may = !isOn && offHours <= 0 && isAvailable[t] === true && mayStart[t] === true;
    offHours = isOn ? least : offHours - 1;
    return may ? Math.min(quick_start_mw, most) : 0;
  });
}
