/** Power that a DC line takes from one end and gives at the other, and its cost. */
import type { DcLine } from '../schema.ts';
import { sum } from './series.ts';

/** MW fed in at from_bus and at to_bus by a power, MW, that is sent from one to the other; `loss`: share that does not arrive. */
export const atEnds = (mw: number, loss = 0): readonly [from: number, to: number] =>
  mw > 0 ? [-mw, mw * (1 - loss)] : [-mw * (1 - loss), mw];

/** $ of the first hours of its power, MW; the sent power is paid for, whichever way it goes. */
export const flowCost = (
  { cost_usd_per_mwh = 0 }: Pick<DcLine, 'cost_usd_per_mwh'>,
  mw: readonly number[] = [],
): number => cost_usd_per_mwh * sum(mw.map(Math.abs));
