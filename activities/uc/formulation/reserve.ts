/**
 * Spinning reserve of units online (Morales-España, Latorre, Ramos 2013; Knueven, Ostrowski, Watson 2020 (68)), and the
 * reserve of units offline, storage and renewables:
 *
 *     sum_j sum_g r[j,g,t] + sum_k short[q,k,t] >= R[q,t],   0 <= short[q,k,t] <= width of step k
 *
 * where j is the product q and every product that counts towards it.
 *
 * All products of one direction share the headroom of a unit: in every limit of output and ramp, r is their sum. Limits
 * of single products and of downward reserve are in reserve-limits.ts.
 */
import { atLeast, type MilpBuilder, type Term } from '../../milp/model.ts';
import type { Instance } from '../instance.ts';
import { type ReserveVariables, shortfallTerms, type Variables } from '../variables.ts';

/**
 * Terms of r[g,t]: reserve of a unit, summed over the products of a direction. `columns`: selects the columns of
 * storage or renewables instead of those of units.
 */
export const reserveTerms = (
  { products }: Pick<Instance, 'products'>,
  x: ReserveVariables,
  giver: number,
  t: number,
  direction: 'up' | 'down' = 'up',
  columns: keyof ReserveVariables = 'reserve',
): Term[] =>
  products.flatMap(({ isDown }, q): Term[] => {
    const column = x[columns](q, giver, t);
    return isDown === (direction === 'down') && column >= 0 ? [[1, column]] : [];
  });

/** Reserve that counts for one product, from all providers of it and of the products that count towards it. */
export const providedTerms = (instance: Instance, x: ReserveVariables, q: number, t: number): Term[] =>
  (instance.products[q]?.counted ?? []).flatMap((each) => termsOf(instance, x, each, t));

function termsOf({ products, units }: Instance, x: ReserveVariables, q: number, t: number): Term[] {
  const { storage = [], renewables = [] } = products[q] ?? {};
  const columns = [
    ...units.flatMap((_, g) => [x.reserve(q, g, t), x.offReserve(q, g, t)]),
    ...storage.map((s) => x.storageReserve(q, s, t)),
    ...renewables.map((i) => x.renewableReserve(q, i, t)),
  ];
  return columns.filter((column) => column >= 0).map((column): Term => [1, column]);
}

/** Returns the row of each product and hour, shape [products][T]. */
export function addReserve(milp: MilpBuilder, instance: Instance, x: Variables): number[][] {
  return instance.requirements.map((required, q) =>
    required.map((mw, t) =>
      milp.row(atLeast(mw, [...providedTerms(instance, x, q, t), ...shortfallTerms(instance, x, q, t)])),
    ),
  );
}
