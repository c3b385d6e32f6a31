/**
 * Bids that are accepted whole. With z[t] = 1 if a bid of m[t] MW is accepted in hour t, its resource has the output
 *
 *     r[t] = m[t] z[t]   of supply,   r[t] = -m[t] z[t]   of demand
 *
 * A bid of all or nothing has one z for all hours. One that stays accepted for L hours, or to the end of the horizon:
 *
 *     z[t] - z[t-1] <= z[i],   t < i < t + L,   z[-1] = 0
 *
 * A bid that may be accepted in part has no rows: its blocks are resources at their prices.
 */
import { amountAt } from '../../../temporal/case/arithmetic/series.ts';
import { atMost, type Column, equal, type MilpBuilder, type Term } from '../../milp/model.ts';
import type { Instance } from '../instance.ts';
import type { Variables } from '../variables.ts';

export function addBidColumns(
  milp: MilpBuilder,
  { bids, periods }: Pick<Instance, 'bids' | 'periods'>,
): Variables['accepted'] {
  const columns = bids.map(({ isWhole, minUp }) => {
    const count = isWhole ? (Number.isFinite(minUp) ? periods : 1) : 0;
    return Array.from({ length: count }, () => milp.column({ upper: 1, integer: true }));
  });
  return (b, t) => columns[b]?.[t] ?? columns[b]?.[0] ?? -1;
}

export function addBids(
  milp: MilpBuilder,
  { bids, renewables, periods }: Instance,
  x: Pick<Variables, 'renewable' | 'accepted'>,
): void {
  const whole = [...bids.entries()].filter(([, { isWhole }]) => isWhole);
  for (const [b, { blocks, minUp, sign }] of whole) {
    for (const i of blocks) {
      const { p_min, p_max } = renewables[i] ?? {};
      const output = sign > 0 ? p_max : p_min;
      for (let t = 0; t < periods; t++)
        addShare(milp, [x.renewable(i, t), x.accepted(b, t)], amountAt(output, t));
    }
    if (Number.isFinite(minUp))
      for (let t = 0; t < periods; t++)
        addStay(milp, (hour) => x.accepted(b, hour), t, Math.min(periods, t + minUp));
  }
}

/** If the bid is accepted from hour t on, it is until hour `end`. */
function addStay(milp: MilpBuilder, accepted: (t: number) => Column, t: number, end: number): void {
  const start: Term[] = [[1, accepted(t)], ...(t > 0 ? [[-1, accepted(t - 1)] as const] : [])];
  for (let i = t + 1; i < end; i++) milp.row(atMost(0, [...start, [-1, accepted(i)]]));
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
