/**
 * Spinning reserve of units on line (Morales-España, Latorre, Ramos 2013; Knueven, Ostrowski, Watson 2020 (68)):
 *
 *     sum_g r[q,g,t] + short[q,t] >= R[q,t]
 *
 * Several products share the headroom of a unit: its r is their sum in every limit of output and ramp.
 */
import { atLeast, type MilpBuilder, type Term } from '../../milp/model.ts';
import type { Instance } from '../instance.ts';
import type { Variables } from './variables.ts';

/** r[g,t] as the sum over the products. */
export const reserveTerms = ({ requirements }: Instance, x: Variables, g: number, t: number): Term[] =>
  requirements.map((_, q): Term => [1, x.reserve(q, g, t)]);

/** Returns the row of each product and hour, shape [products][T]. */
export function addReserve(milp: MilpBuilder, { requirements, units }: Instance, x: Variables): number[][] {
  return requirements.map((required, q) =>
    required.map((mw, t) => {
      const provided = units.map((_, g): Term => [1, x.reserve(q, g, t)]);
      return milp.row(atLeast(mw, [...provided, [1, x.shortfall(q, t)]]));
    }),
  );
}
