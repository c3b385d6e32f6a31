/** Random cases with bids. */
import type { Bid, SolvePayload } from '../../../temporal/case/schema.ts';
import { pricedCase } from './priced-case.ts';
import type { Draw } from './random.ts';
import { altered, randomCase } from './random-case.ts';

/** Cases with one to four bids of demand and supply, some of which are accepted whole. */
export const biddingCase = altered(
  21_000_000,
  (payload, draw) => ({
    ...payload,
    bids: Array.from({ length: draw.integer(1, 4) }, (_, b) => bid(`bid ${b}`, payload, draw)),
  }),
  (seed) => (seed % 2 === 0 ? randomCase(seed) : pricedCase(seed)),
);

function bid(name: string, { horizon, loads, generators }: SolvePayload, draw: Draw): Bid {
  const kind = draw.chance(0.6) ? 'demand' : 'supply';
  const all_or_nothing = draw.chance(0.3);
  const buses = [...loads, ...generators].map(({ bus }) => bus);
  const peak = Math.max(1, ...loads.flatMap(({ values }) => values));
  const series = (value: () => number) => (draw.chance(0.5) ? value() : draw.hours(horizon, value));
  const prices = Array.from({ length: draw.integer(1, 3) }, () => draw.real(-5, 90)).sort((a, b) => a - b);
  return {
    name,
    bus: buses[draw.integer(0, buses.length - 1)] ?? 0,
    kind,
    blocks: (kind === 'demand' ? prices.toReversed() : prices).map((usd) => ({
      mw: series(() => (draw.chance(0.2) ? 0 : draw.real(0, 0.3) * peak)),
      usd_per_mwh: all_or_nothing && draw.chance(0.5) ? draw.hours(horizon, () => draw.real(-5, 90)) : usd,
    })),
    ...(all_or_nothing && { all_or_nothing }),
  };
}
