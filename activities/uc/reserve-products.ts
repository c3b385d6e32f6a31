/** Reserve products as the formulation reads them: their providers, by position, and the limits by response time. */
import { isDown, isProvider, mostByResponse } from '../../temporal/case/arithmetic/reserve-providers.ts';
import { isSteady, type Varied } from '../../temporal/case/arithmetic/series.ts';
import type { Case, CaseGenerator } from '../case/case.ts';

/** A product and its providers. Providers that are units follow from `Unit.reserveMost`. */
export interface ReserveProduct {
  /** True for downward reserve, which is limited by the output above the minimum. */
  readonly isDown: boolean;
  /** Positions of the storage that provides the product. The next field has the positions of the renewables. */
  readonly storage: readonly number[];
  readonly renewables: readonly number[];
}

export const reserveProducts = ({ reserves, storage, renewables }: Case): ReserveProduct[] =>
  reserves.map((product) => ({
    isDown: isDown(product),
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
