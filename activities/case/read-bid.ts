/** Bids and demand response: their powers as series, and as resources of the model. */
import { amountAt, sum } from '../../temporal/case/arithmetic/series.ts';
import type { Bid, DemandResponse } from '../../temporal/case/schema.ts';
import type { Case, CaseBid, CaseDemandResponse, CaseRenewable, Series } from './case.ts';
import type { Constants } from './constants.ts';
import { seriesOf } from './read-elements.ts';

export function readBid(bid: Bid, constants: Constants): CaseBid {
  const { name, bus, kind, all_or_nothing = false, min_up_h } = bid;
  const isWhole = all_or_nothing || min_up_h !== undefined;
  const blocks = bid.blocks.map(({ mw, usd_per_mwh }) => ({
    mw: seriesOf(mw, constants),
    usd_per_mwh: seriesOf(usd_per_mwh, constants),
  }));
  return {
    name,
    bus,
    kind,
    isWhole,
    min_up: all_or_nothing ? Number.POSITIVE_INFINITY : Math.round(min_up_h ?? 1),
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
const bidResources = ({ name, bus, kind, blocks }: CaseBid): CaseRenewable[] =>
  blocks.map(({ mw, usd_per_mwh }) => {
    const none = mw.map(() => 0);
    const limits =
      kind === 'supply'
        ? { p_min: none, p_max: [...mw] }
        : { p_min: mw.map((most) => 0 - most), p_max: none };
    return { name, bus, ...limits, marginal_cost: usd_per_mwh, energy_limits: [] };
  });

export function readDemandResponse(item: DemandResponse, constants: Constants): CaseDemandResponse {
  const { name, bus, cost_usd_per_mwh, recover_share = 0, recover_within_h = 0 } = item;
  const recover_within = Math.round(recover_within_h);
  const shed_max_mw = seriesOf(item.shed_max_mw, constants);
  return {
    ...{ name, bus, cost_usd_per_mwh, shed_max_mw, recover_share, recover_within },
    recovered_max_mw: shed_max_mw.map(
      (_, t) => recover_share * sum(shed_max_mw.slice(Math.max(0, t - recover_within), t)),
    ),
    most_of_day: Math.round(item.max_hours_per_day ?? Number.POSITIVE_INFINITY),
  };
}

export const sliceDemandResponse = (
  item: CaseDemandResponse,
  cut: (values: Series) => Series,
): CaseDemandResponse => ({
  ...item,
  shed_max_mw: cut(item.shed_max_mw),
  recovered_max_mw: cut(item.recovered_max_mw),
});

/** The reduction as a resource with an output of at least 0 at its cost, then the load that comes back as one of at most 0. */
const demandResponseResources = (item: CaseDemandResponse): CaseRenewable[] => {
  const { name, bus, shed_max_mw, recovered_max_mw } = item;
  const none = shed_max_mw.map(() => 0);
  const output = (p_min: number[], p_max: number[], marginal_cost: Series): CaseRenewable => ({
    ...{ name, bus, p_min, p_max, marginal_cost, energy_limits: [] },
  });
  return [
    output(
      none,
      [...shed_max_mw],
      shed_max_mw.map(() => item.cost_usd_per_mwh),
    ),
    output(
      recovered_max_mw.map((mw) => 0 - mw),
      none,
      none,
    ),
  ];
};

/** Resources of the demand side, in the order in which the model has them after the renewables. */
export const demandResources = ({ bids, demand_response }: Pick<Case, 'bids' | 'demand_response'>) => [
  ...bids.flatMap(bidResources),
  ...demand_response.flatMap(demandResponseResources),
];
