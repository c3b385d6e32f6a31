/** Bids, demand response and load that is not served as setters of prices. */
import { amountAt, valueAt } from '../arithmetic/series.ts';
import { shedCost, shedSteps } from '../arithmetic/shedding.ts';
import { total } from './figures.ts';
import { AT_LIMIT_MW, AT_POINT_MW, type Setter, setterOf } from './setter.ts';
import type { CaseView, ScheduleView } from './views.ts';

export function unserved({ loads, options }: CaseView, schedule: ScheduleView, hour: number): Setter[] {
  return Object.entries(schedule.unserved_mw ?? {}).flatMap(([bus, hours]) => {
    const output = amountAt(hours, hour);
    if (output <= AT_LIMIT_MW) return [];
    const steps = shedSteps(
      loads.filter((load) => `bus_${load.bus}` === bus),
      options,
      hour,
    );
    const priceOf = (shed: number): number => shedCost(steps, shed).last?.price ?? 0;
    return setterOf(
      {
        element: { element_type: 'unserved', element_id: bus, bus },
        ...{ output, lower: 0, upper: total(steps.map(({ mw }) => mw)) },
        ...{ below: priceOf(output - AT_POINT_MW), above: priceOf(output + AT_POINT_MW) },
      },
      amountAt(schedule.lmp[bus], hour),
      'p_max',
    );
  });
}

/**
 * Price of the block that contains a power; beyond the last block, the price of the last block. `steps`: power and
 * price of each block.
 */
function priceAt(steps: readonly (readonly number[])[], mw: number): number {
  let rest = mw;
  let price = 0;
  for (const [most = 0, usd = 0] of steps) {
    if (most > 0) price = usd;
    rest -= most;
    if (most > 0 && rest <= 0) break;
  }
  return price;
}

/** Bids as setters. The output of a bid is its accepted power; a bid that is accepted whole sets no price. */
export const bids = ({ bids = [] }: CaseView, schedule: ScheduleView, hour: number): Setter[] =>
  bids.flatMap(({ name, bus, blocks, all_or_nothing, min_up_h }) => {
    const output = amountAt(schedule.bid_mw?.[name], hour);
    const steps = blocks.map((block) =>
      [block.mw, block.usd_per_mwh].map((value) => valueAt(value, hour) ?? 0),
    );
    const upper = total(steps.map(([mw = 0]) => mw));
    if (all_or_nothing || min_up_h !== undefined || upper <= AT_LIMIT_MW) return [];
    const prices = [output - AT_POINT_MW, output + AT_POINT_MW].map((mw) => priceAt(steps, mw));
    return setterOf(
      {
        element: { element_type: 'bid', element_id: name, bus: `bus_${bus}` },
        ...{ output, lower: 0, upper, below: Math.min(...prices), above: Math.max(...prices) },
      },
      amountAt(schedule.lmp[`bus_${bus}`], hour),
      'p_max',
    );
  });

/** Demand response as setters, where nothing that comes back ties its hours. The output is the reduction. */
export const demandResponse = (
  { demand_response = [] }: CaseView,
  schedule: ScheduleView,
  hour: number,
): Setter[] =>
  demand_response.flatMap(({ name, bus, shed_max_mw, cost_usd_per_mwh: usd, recover_share = 0 }) => {
    const upper = valueAt(shed_max_mw, hour) ?? 0;
    if (recover_share > 0 || upper <= AT_LIMIT_MW) return [];
    const element = { element_type: 'demand_response', element_id: name, bus: `bus_${bus}` } as const;
    const output = amountAt(schedule.demand_response_mw?.[name], hour);
    const price = amountAt(schedule.lmp[`bus_${bus}`], hour);
    return setterOf({ element, output, lower: 0, upper, below: usd, above: usd }, price, 'p_max');
  });
