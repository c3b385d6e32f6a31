/**
 * Bids that are accepted whole in all hours, or not at all. With z = 1 if a bid of m[t] MW is accepted,
 * its resource has the output
 *
 *     r[t] = m[t] z   of supply,   r[t] = -m[t] z   of demand
 *
 * A bid that may be accepted in part has no rows: its blocks are resources at their prices.
 */
import { amountAt } from '../../../temporal/case/arithmetic/series.ts';
import { type Column, equal, type MilpBuilder } from '../../milp/model.ts';
import type { Instance } from '../instance.ts';
import type { Variables } from '../variables.ts';

export function addBidColumns(milp: MilpBuilder, { bids }: Pick<Instance, 'bids'>): Variables['accepted'] {
  const columns = bids.map(({ isWhole }) => (isWhole ? milp.column({ upper: 1, integer: true }) : -1));
  return (b) => columns[b] ?? -1;
}

export function addBids(
  milp: MilpBuilder,
  { bids, renewables, periods }: Instance,
  x: Pick<Variables, 'renewable' | 'accepted'>,
): void {
  const whole = [...bids.entries()].filter(([, { isWhole }]) => isWhole);
  for (const [b, { blocks, sign }] of whole)
    for (const i of blocks) {
      const { p_min, p_max } = renewables[i] ?? {};
      const output = sign > 0 ? p_max : p_min;
      for (let t = 0; t < periods; t++)
        addShare(milp, [x.renewable(i, t), x.accepted(b)], amountAt(output, t));
    }
}

function addShare(milp: MilpBuilder, [resource, accepted]: readonly [Column, Column], mw: number): void {
  if (mw === 0) return;
  milp.row(
    equal(0, [
      [1, resource],
      [-mw, accepted],
    ]),
  );
}
