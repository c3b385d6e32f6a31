/** Accepted bids and reduced load of a schedule by hour: power, cost and value. */
import type { SolveResult } from '../messages/result.ts';
import type { Bid, SolvePayload } from '../schema.ts';
import { amountAt, numberAt, sum } from './series.ts';

interface Traded {
  /** Name among bids and demand response together. */
  readonly name: string;
  readonly bus: number;
  /** Injected power, MW; below 0 for demand and for load that comes back. */
  readonly mw: readonly number[];
  /** Cost of accepted supply and of reduced load, $. The next field: value of accepted demand, $. */
  readonly cost_usd: readonly number[];
  readonly value_usd: readonly number[];
}

/** Bids, then demand response, in the first `hours` hours. */
export const demandSide = (
  { bids = [], demand_response = [] }: Pick<SolvePayload, 'bids' | 'demand_response'>,
  {
    bid_mw,
    demand_response_mw,
    recovered_mw,
  }: Pick<SolveResult, 'bid_mw' | 'demand_response_mw' | 'recovered_mw'>,
  hours: number,
): Traded[] => {
  const series = (valueAt: (t: number) => number): number[] =>
    Array.from({ length: hours }, (_, t) => valueAt(t));
  return [
    ...bids.map((bid): Traded => {
      const isSupply = bid.kind === 'supply';
      const accepted = (t: number): number => amountAt(bid_mw?.[bid.name], t);
      const usd = series((t) => acceptedPrice(bid, accepted(t), t));
      const none = usd.map(() => 0);
      return {
        name: `bid ${bid.name}`,
        bus: bid.bus,
        mw: series((t) => (isSupply ? accepted(t) : -accepted(t))),
        ...(isSupply ? { cost_usd: usd, value_usd: none } : { cost_usd: none, value_usd: usd }),
      };
    }),
    ...demand_response.map(({ name, bus, cost_usd_per_mwh: usd }): Traded => {
      const reduced = (t: number): number => amountAt(demand_response_mw?.[name], t);
      return {
        name: `demand response ${name}`,
        bus,
        mw: series((t) => reduced(t) - amountAt(recovered_mw?.[name], t)),
        cost_usd: series((t) => usd * reduced(t)),
        value_usd: series(() => 0),
      };
    }),
  ];
};

/**
 * Price of accepted power, $. Blocks are accepted one after the other; those of a bid accepted whole have equal shares.
 */
function acceptedPrice({ blocks, all_or_nothing, min_up_h }: Bid, accepted: number, t: number): number {
  const steps = blocks.map(({ mw, usd_per_mwh }) => ({
    mw: numberAt(mw, t),
    price: numberAt(usd_per_mwh, t),
  }));
  if (all_or_nothing || min_up_h !== undefined) {
    const most = sum(steps.map(({ mw }) => mw));
    return most > 0 ? (sum(steps.map(({ mw, price }) => mw * price)) * accepted) / most : 0;
  }
  let rest = accepted;
  return sum(
    steps.map(({ mw, price }, k) => {
      const part = k === steps.length - 1 ? rest : Math.min(rest, mw);
      rest -= part;
      return part * price;
    }),
  );
}
