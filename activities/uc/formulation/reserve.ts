/**
 * Spinning reserve of units on line (Morales-España, Latorre, Ramos 2013; Knueven, Ostrowski, Watson 2020 (68)), and what
 * storage and renewables give of it:
 *
 *     sum_g r[q,g,t] + short[q,t] >= R[q,t]
 *
 * Several products of one direction share the room of a unit: its r is their sum in every limit of output and ramp. What
 * limits single products and reserve downward is in reserve-limits.ts.
 */
import { atLeast, type Column, type MilpBuilder, type Term } from '../../milp/model.ts';
import type { Instance } from '../instance.ts';
import type { ReserveVariables } from './reserve-columns.ts';
import type { Variables } from './variables.ts';

type Direction = 'up' | 'down';
type Products = Pick<Instance, 'products'>;

const termsOf = ({ products }: Products, direction: Direction, column: (q: number) => Column): Term[] =>
  products.flatMap(({ isDown }, q): Term[] => {
    if (isDown !== (direction === 'down')) return [];
    const found = column(q);
    return found < 0 ? [] : [[1, found]];
  });

/** r[g,t] as the sum over the products of a direction. */
export const reserveTerms = (
  of: Products,
  x: Pick<ReserveVariables, 'reserve'>,
  g: number,
  t: number,
  direction: Direction = 'up',
): Term[] => termsOf(of, direction, (q) => x.reserve(q, g, t));

/** Terms of the reserve that a storage gives. */
export const storageReserveTerms = (
  of: Products,
  x: Pick<ReserveVariables, 'storageReserve'>,
  s: number,
  t: number,
  direction: Direction,
): Term[] => termsOf(of, direction, (q) => x.storageReserve(q, s, t));

/** Terms of the reserve that a renewable gives. */
export const renewableReserveTerms = (
  of: Products,
  x: Pick<ReserveVariables, 'renewableReserve'>,
  i: number,
  t: number,
  direction: Direction,
): Term[] => termsOf(of, direction, (q) => x.renewableReserve(q, i, t));

/** What all together give of a product. */
export function providedTerms(
  { products, units }: Instance,
  x: ReserveVariables,
  q: number,
  t: number,
): Term[] {
  const { storage = [], renewables = [] } = products[q] ?? {};
  const columns = [
    ...units.map((_, g) => x.reserve(q, g, t)),
    ...storage.map((s) => x.storageReserve(q, s, t)),
    ...renewables.map((i) => x.renewableReserve(q, i, t)),
  ];
  return columns.filter((column) => column >= 0).map((column): Term => [1, column]);
}

/** Returns the row of each product and hour, shape [products][T]. */
export function addReserve(milp: MilpBuilder, instance: Instance, x: Variables): number[][] {
  return instance.requirements.map((required, q) =>
    required.map((mw, t) =>
      milp.row(atLeast(mw, [...providedTerms(instance, x, q, t), [1, x.shortfall(q, t)]])),
    ),
  );
}
