/** Bids: their blocks as series, and as resources of the model. */
import { amountAt, sum } from '../../temporal/case/arithmetic/series.ts';
import type { Bid } from '../../temporal/case/schema.ts';
import type { CaseBid, CaseRenewable, Series } from './case.ts';
import type { Constants } from './constants.ts';
import { seriesOf } from './read-elements.ts';

export function readBid(bid: Bid, constants: Constants): CaseBid {
  const { name, bus, kind, all_or_nothing: isWhole = false } = bid;
  const blocks = bid.blocks.map(({ mw, usd_per_mwh }) => ({
    mw: seriesOf(mw, constants),
    usd_per_mwh: seriesOf(usd_per_mwh, constants),
  }));
  return {
    name,
    bus,
    kind,
    isWhole,
    given: bid,
    blocks: isWhole && blocks.length > 1 ? [joined(blocks)] : blocks,
  };
}

/** Joins blocks into one block with their total power, at their mean price. */
function joined(blocks: CaseBid['blocks']): CaseBid['blocks'][number] {
  const total = (amount: (block: CaseBid['blocks'][number], t: number) => number): Series =>
    (blocks[0]?.mw ?? []).map((_, t) => sum(blocks.map((block) => amount(block, t))));
  const mw = total((block, t) => amountAt(block.mw, t));
  const usd = total((block, t) => amountAt(block.mw, t) * amountAt(block.usd_per_mwh, t));
  return { mw, usd_per_mwh: usd.map((value, t) => (amountAt(mw, t) > 0 ? value / amountAt(mw, t) : 0)) };
}

/**
 * Converts each block to a resource at the price of the block: the output of a block of supply is between 0 and its
 * power, that of a block of demand between minus its power and 0.
 */
export const bidResources = ({ name, bus, kind, blocks }: CaseBid): CaseRenewable[] =>
  blocks.map(({ mw, usd_per_mwh }) => {
    const none = mw.map(() => 0);
    const limits =
      kind === 'supply'
        ? { p_min: none, p_max: [...mw] }
        : { p_min: mw.map((most) => 0 - most), p_max: none };
    return { name, bus, ...limits, marginal_cost: usd_per_mwh, energy_limits: [] };
  });
