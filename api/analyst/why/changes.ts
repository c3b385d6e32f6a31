/** Differences between two solves: prices, binding lines, outputs, and costs of units. */
import { meanPrice } from '../../../temporal/case/arithmetic/price-figures.ts';
import { limitKey } from '../../../temporal/case/explain/binding-constraints.ts';
import { unitCosts } from '../../../temporal/case/explain/costs.ts';
import { total } from '../../../temporal/case/explain/figures.ts';
import type { BindingConstraint, SolveResult } from '../../../temporal/case/messages/result.ts';
import type { SolvePayload } from '../../../temporal/case/schema.ts';
import { round, roundUsd } from './cost-words.ts';

type Priced = Pick<SolveResult, 'lmp'>;

/** Average price of each bus, $/MWh, largest difference first. */
export const busPriceChanges = (base: Priced, alternative: Priced) =>
  Object.entries(base.lmp)
    .map(([bus, prices]) => ({
      bus,
      base_average_price_usd_per_mwh: round(average(prices)),
      average_price_usd_per_mwh: round(average(alternative.lmp[bus] ?? [])),
    }))
    .sort(byStep(({ base_average_price_usd_per_mwh: from, average_price_usd_per_mwh: to }) => to - from));

/** Compares changes by magnitude; the largest comes first. */
const byStep =
  <T>(stepOf: (change: T) => number) =>
  (a: T, b: T): number =>
    Math.abs(stepOf(b)) - Math.abs(stepOf(a));

const average = (prices: readonly number[]): number =>
  prices.length === 0 ? 0 : total(prices) / prices.length;

/** Load-weighted average price over all buses, $/MWh; null without prices. */
export function averageLoadPrice({ loads }: Pick<SolvePayload, 'loads'>, { lmp }: Priced): number | null {
  const mean = meanPrice(loads, lmp);
  return mean === undefined ? null : round(mean);
}

type Constraints = readonly BindingConstraint[];

/**
 * Number of hours in which each line binds, without an outage or after a contingency. Sorted by change, largest first,
 * then by number of hours.
 */
export function bindingChanges(base: Constraints, alternative: Constraints) {
  const limits = new Map([...base, ...alternative].map((limit) => [limitKey(limit), limit]));
  return [...limits]
    .map(([key, { line_id, contingency_id }]) => ({
      line_id,
      contingency_id,
      base_hours_binding: hoursOf(base, key),
      hours_binding: hoursOf(alternative, key),
    }))
    .sort((a, b) => b.hours_binding - a.hours_binding)
    .sort(byStep(({ base_hours_binding, hours_binding }) => hours_binding - base_hours_binding));
}

const hoursOf = (constraints: Constraints, key: string): number =>
  new Set(constraints.filter((limit) => limitKey(limit) === key).map(({ hour }) => hour)).size;

type Dispatched = Pick<SolveResult, 'dispatch_mw'>;

/** Differences of unit outputs in one hour, largest first. */
export const outputChanges = (base: Dispatched, alternative: Dispatched, hour: number) =>
  Object.entries(base.dispatch_mw)
    .map(([generator, hours]) => ({
      generator,
      hour,
      base_output_mw: round(hours[hour] ?? 0),
      output_mw: round(alternative.dispatch_mw[generator]?.[hour] ?? 0),
    }))
    .filter(({ base_output_mw, output_mw }) => base_output_mw !== output_mw)
    .sort(byStep(({ base_output_mw, output_mw }) => output_mw - base_output_mw));

interface Solved {
  readonly payload: SolvePayload;
  readonly result: SolveResult;
}

export type UnitChange = ReturnType<typeof unitChanges>[number];

/** Changes of each unit of the base, sorted by change of cost, largest first. The alternative may lack a unit. */
export function unitChanges(base: Solved, alternative: Solved) {
  const after = new Map(scheduledCosts(alternative).map((unit) => [unit.generator, unit]));
  return scheduledCosts(base)
    .map((from) => {
      const to = after.get(from.generator);
      return {
        generator: from.generator,
        base_cost_usd: roundUsd(from.total_usd),
        cost_usd: roundUsd(to?.total_usd ?? 0),
        base_energy_usd: roundUsd(from.energy_usd),
        energy_usd: roundUsd(to?.energy_usd ?? 0),
        base_no_load_usd: roundUsd(from.no_load_usd),
        no_load_usd: roundUsd(to?.no_load_usd ?? 0),
        base_startup_usd: roundUsd(from.startup_usd),
        startup_usd: roundUsd(to?.startup_usd ?? 0),
        base_energy_mwh: round(from.energy_mwh),
        energy_mwh: round(to?.energy_mwh ?? 0),
        base_hours_on: from.hours_on,
        hours_on: to?.hours_on ?? 0,
        base_starts: from.starts,
        starts: to?.starts ?? 0,
      };
    })
    .sort(byStep(({ base_cost_usd, cost_usd }) => cost_usd - base_cost_usd));
}

/** Costs of the units before rounding. */
const scheduledCosts = ({ payload, result }: Solved) => unitCosts(payload, result, (figure) => figure);

/** True if cost or energy of the unit differs between base and alternative. */
export const isChange = ({ base_cost_usd, cost_usd, base_energy_mwh, energy_mwh }: UnitChange): boolean =>
  base_cost_usd !== cost_usd || base_energy_mwh !== energy_mwh;
