/** Reserve products as the formulation reads them: who gives them, by position, and how much by the response time. */
import { isDown, isProvider, mostByResponse } from '../../temporal/case/arithmetic/reserve-providers.ts';
import type { Generator } from '../../temporal/case/messages/generator.ts';
import type { SolvePayload } from '../../temporal/case/messages/payload.ts';

/** Units that give it say so themselves (`Unit.reserveMost`). */
export interface ReserveProduct {
  /** Room below the output instead of above it. */
  readonly isDown: boolean;
  /** Positions of storage and renewables that give it. */
  readonly storage: readonly number[];
  readonly renewables: readonly number[];
}

export const reserveProducts = ({ reserves = [], storage, renewables }: SolvePayload): ReserveProduct[] =>
  reserves.map((product) => ({
    isDown: isDown(product),
    storage: positions(storage, ({ name }) => isProvider(product, name)),
    renewables: positions(renewables, ({ name }) => isProvider(product, name)),
  }));

const positions = <T>(items: readonly T[] | undefined, isMeant: (item: T) => boolean): number[] =>
  (items ?? []).flatMap((item, i) => (isMeant(item) ? [i] : []));

/** The most that a generator gives of each product, MW, shape [products]. */
export const reserveMost = (
  { reserves = [] }: SolvePayload,
  generator: Generator,
  intervalsPerHour: number,
): number[] => reserves.map((product) => mostByResponse(product, generator, intervalsPerHour));
