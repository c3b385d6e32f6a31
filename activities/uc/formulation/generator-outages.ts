/**
 * Loss of generators: in every hour the headroom of the other units online covers the output of the lost units; ramps
 * and the network are ignored:
 *
 *     sum_{g not lost} (p_max u - p) >= sum_{g lost} p
 */

import { rounded } from '../../../temporal/case/arithmetic/rounded.ts';
import { atLeast, type MilpBuilder, type Term } from '../../milp/model.ts';
import type { Instance } from '../instance.ts';
import type { Variables } from '../variables.ts';
import type { DualOf, Family } from './family.ts';

export const generatorOutages: Family = {
  add(milp, instance, x) {
    const outages = addOutages(milp, instance, x);
    const byContingency = (value: (row: number) => number) =>
      Object.fromEntries(outages.map(({ contingency, rows }) => [contingency, rows.map(value)]));
    return {
      prices: (dualOf) =>
        outages.length > 0
          ? { generator_outage_price_usd_per_mw: byContingency((row) => toPrice(dualOf, row)) }
          : {},
      multipliers: (dualOf) => ({ generator_outages: byContingency((row) => rounded(dualOf(row))) }),
    };
  },
};

/** Rows of each contingency in which generators are lost, shape [T]. */
function addOutages(milp: MilpBuilder, { case: { contingencies }, units, periods }: Instance, x: Variables) {
  return contingencies.flatMap(({ id, generators }) => {
    if (generators.length === 0) return [];
    const lost = new Set(generators);
    const rows = Array.from({ length: periods }, (_, t) => {
      const terms = units.flatMap(({ name, pMin, pMax }, g): Term[] => {
        const room = (lost.has(name) ? 0 : (pMax[t] ?? 0)) - (pMin[t] ?? 0);
        return [
          [room, x.on(g, t)],
          [-1, x.above(g, t)],
        ];
      });
      return milp.row(atLeast(0, terms));
    });
    return [{ contingency: id, rows }];
  });
}

/** Price of headroom, $/MW; never negative, since one MW more of headroom costs nothing. */
const toPrice = (dualOf: DualOf, row: number): number => Math.max(0, rounded(dualOf(row)));
