/** Random cases with bids and demand response. */
import type { Bid, DemandResponse, SolvePayload } from '../../../temporal/case/schema.ts';
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

/** Cases with bids, most of which stay accepted for some hours. */
export const stayingCase = altered(
  25_000_000,
  ({ bids = [], ...payload }, draw) => ({
    ...payload,
    bids: bids.map((each) => (draw.chance(0.7) ? { ...each, min_up_h: draw.integer(1, 5) } : each)),
  }),
  biddingCase,
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

/** Cases with one to three demand responses: some of their energy comes back, and some may be used in few hours. */
export const reducingCase = altered(
  23_000_000,
  (payload, draw) => ({
    ...payload,
    demand_response: Array.from({ length: draw.integer(1, 3) }, (_, k) =>
      reduction(`response ${k}`, payload, draw),
    ),
  }),
  (seed) => (seed % 2 === 0 ? randomCase(seed) : pricedCase(seed)),
);

function reduction(name: string, { horizon, loads }: SolvePayload, draw: Draw): DemandResponse {
  const { bus = 1, values = [] } = loads[draw.integer(0, loads.length - 1)] ?? {};
  const most = Math.max(1, ...values);
  const mw = () => (draw.chance(0.2) ? 0 : draw.real(0, 0.4) * most);
  return {
    ...{ name, bus, shed_max_mw: draw.chance(0.5) ? mw() : draw.hours(horizon, mw) },
    cost_usd_per_mwh: draw.real(0, 40),
    ...(draw.chance(0.4) && { max_hours_per_day: draw.integer(0, 3) }),
    ...(draw.chance(0.7) && {
      recover_share: draw.chance(0.5) ? 1 : draw.real(0, 1),
      recover_within_h: draw.integer(1, 4),
    }),
  };
}
