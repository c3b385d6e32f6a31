/** Blocks of a bid and the parts of them that are accepted. */
import type { JudgedBid } from './case.ts';
import type { BidSchedule } from './schedule.ts';
import { at, sum } from './series.ts';

/** 1 if accepted power is generated, -1 if it is drawn. */
export const signOf = ({ kind }: Pick<JudgedBid, 'kind'>): 1 | -1 => (kind === 'supply' ? 1 : -1);

/** Power of all blocks in an hour, MW. */
export const mostOf = ({ blocks }: Pick<JudgedBid, 'blocks'>, hour: number): number =>
  sum(blocks.map(({ mw }) => at(mw, hour)));

/** Power times price over all blocks in an hour, $. */
export const wholePrice = ({ blocks }: Pick<JudgedBid, 'blocks'>, hour: number): number =>
  sum(blocks.map(({ mw, price }) => at(mw, hour) * at(price, hour)));

/**
 * Value of the accepted demand, or price of the accepted supply, in an hour, $. Blocks are accepted one after the
 * other; blocks of a bid of all or nothing in equal shares.
 */
export function acceptedPrice(bid: BidSchedule, hour: number): number {
  const accepted = at(bid.accepted, hour);
  const most = mostOf(bid, hour);
  if (bid.isWhole) return most > 0 ? wholePrice(bid, hour) * (accepted / most) : accepted;
  let [usd, rest] = [0, accepted];
  for (const [k, { mw, price }] of bid.blocks.entries()) {
    const part = k === bid.blocks.length - 1 ? rest : Math.min(rest, at(mw, hour));
    usd += part * at(price, hour);
    rest -= part;
  }
  return usd;
}
