/** Costs of a generator as files have them, with every default of the payload applied. */
import type { Generator } from '../../../temporal/case/messages/generator.ts';
import { type CostCurve, costAt } from './cost-curve.ts';

type StartupTiers = NonNullable<Generator['startup_categories']>;

/** Production cost from `low` to `high` MW, with the break points between them; its ends are extended. */
export function costCurve(unit: Generator, low: number, high: number): CostCurve {
  const given = curveOf(unit);
  const inner = given.map(({ mw }) => mw).filter((mw) => mw > low && mw < high);
  const outputs = high > low ? [low, ...inner, high] : [low];
  return outputs.map((mw) => ({ mw, usd_per_h: costAt(given, mw) }));
}

/** At least two points, so that both ends have a slope. */
function curveOf({ cost_curve: curve, marginal_cost, no_load_cost }: Generator): CostCurve {
  const first = curve?.[0];
  if (curve && curve.length > 1) return curve;
  const start = first ?? { mw: 0, usd_per_h: no_load_cost };
  return [start, { mw: start.mw + 1, usd_per_h: start.usd_per_h + marginal_cost }];
}

/** Tiers from the shortest stop there can be on, in whole hours. */
export function startupTiers(unit: Generator): StartupTiers {
  const given = unit.startup_categories ?? [{ lag_h: 0, cost_usd: unit.startup_cost }];
  const shortest = Math.max(1, unit.min_downtime);
  const hot = given.findLast(({ lag_h }) => lag_h <= shortest) ?? given[0];
  const colder = given.filter(({ lag_h }) => lag_h > shortest && lag_h !== hot?.lag_h);
  return [
    { lag_h: shortest, cost_usd: hot?.cost_usd ?? 0 },
    ...colder.map(({ lag_h, cost_usd }) => ({ lag_h: Math.ceil(lag_h), cost_usd })),
  ];
}
