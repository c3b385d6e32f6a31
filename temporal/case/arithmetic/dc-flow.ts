/** Power of a DC line at both of its ends, and its cost; cost of the angles of a phase shifter. */
import type { DcLine, PhaseShifter } from '../schema.ts';
import { sum } from './series.ts';

/**
 * Power injected at from_bus and at to_bus, MW, if `mw` is sent from from_bus to to_bus, or the other way if negative.
 * `loss`: share of the sent power that is lost on the way.
 */
export const atEnds = (mw: number, loss = 0): readonly [from: number, to: number] =>
  mw > 0 ? [-mw, mw * (1 - loss)] : [-mw * (1 - loss), mw];

/**
 * Cost of the power of a DC line, $; `mw`: power in each hour, MW. The sent power is charged, whichever its direction.
 */
export const flowCost = (
  { cost_usd_per_mwh = 0 }: Pick<DcLine, 'cost_usd_per_mwh'>,
  mw: readonly number[] = [],
): number => cost_usd_per_mwh * sum(mw.map(Math.abs));

/** Cost of the angles of a phase shifter, $, without its sign; `degrees`: angle in each hour. */
export const angleCost = (
  { cost_usd_per_deg_h = 0 }: Pick<PhaseShifter, 'cost_usd_per_deg_h'>,
  degrees: readonly number[] = [],
): number => cost_usd_per_deg_h * sum(degrees.map(Math.abs));
