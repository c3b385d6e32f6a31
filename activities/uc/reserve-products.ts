/** Reserve products as the formulation reads them: who gives them, by position, and how much by the response time. */
import { isDown, isProvider, mostByResponse } from '../../temporal/case/arithmetic/reserve-providers.ts';
import type { Case, CaseGenerator } from '../case/case.ts';

/** Units that give it say so themselves (`Unit.reserveMost`). */
export interface ReserveProduct {
  /** Room below the output instead of above it. */
  readonly isDown: boolean;
  /** Positions of storage and renewables that give it. */
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

/** The most that a generator gives of each product, MW, shape [products]. */
export const reserveMost = ({ reserves, intervalsPerHour }: Case, generator: CaseGenerator): number[] =>
  reserves.map((product) => mostByResponse(product, generator, intervalsPerHour));
