/**
 * Writes a generator as a thermal unit of UnitCommitment.jl. The format takes the ends of the cost curve as the limits
 * of the unit.
 */
import { availableAt, minimumAt } from '../../../temporal/case/arithmetic/output-limits.ts';
import { isList, type Limits, leastLimit } from '../../../temporal/case/arithmetic/series.ts';
import type { Generator } from '../../../temporal/case/schema.ts';
import { costAt, costCurve } from '../base/cost-curve.ts';
import type { Notes } from '../base/report.ts';
import { startupTiers, unitState, writtenLimit } from '../base/thermal-unit.ts';

type Series = number | number[];

interface Context {
  readonly periods: number;
  readonly products: readonly string[];
  /** Hours in which the unit is fixed on or off. */
  readonly given: readonly { readonly hour: number; readonly on: boolean }[];
}

export function writeUnit(
  unit: Generator,
  { periods, products, given }: Context,
  notes: Notes,
): Record<string, unknown> {
  const state = unitState(unit, notes);
  const tiers = startupTiers(unit);
  const curve = hourlyCurve(unit, periods);
  return {
    Bus: `b${unit.bus}`,
    Type: 'Thermal',
    'Production cost curve (MW)': curve.map(({ mw }) => mw),
    'Production cost curve ($)': curve.map(({ cost }) => cost),
    'Startup costs ($)': tiers.map(({ cost_usd }) => cost_usd),
    'Startup delays (h)': tiers.map(({ lag_h }) => lag_h),
    ...finite('Ramp up limit (MW)', unit.ramp_up),
    ...finite('Ramp down limit (MW)', unit.ramp_down),
    ...finite('Startup limit (MW)', writtenLimit(unit.startup_ramp, unit.ramp_up, unit, notes)),
    ...finite('Shutdown limit (MW)', writtenLimit(unit.shutdown_ramp, unit.ramp_down, unit, notes)),
    'Minimum uptime (h)': Math.max(1, unit.min_uptime),
    'Minimum downtime (h)': Math.max(1, unit.min_downtime),
    'Initial status (h)': state.onBefore ? state.hoursBefore : -state.hoursBefore,
    'Initial power (MW)': state.powerBefore,
    'Must run?': unit.must_run ?? false,
    ...(unit.shutdown_cost && { 'Shutdown cost ($)': unit.shutdown_cost }),
    ...(given.length > 0 && { 'Commitment status': statusOf(given, periods) }),
    'Reserve eligibility': products,
  };
}

const statusOf = (given: Context['given'], periods: number): (boolean | null)[] =>
  Array.from({ length: periods }, (_, t) => given.find(({ hour }) => hour === t)?.on ?? null);

/** Limit as a field; nothing for an infinite limit, because the format has no limit where the field is missing. */
const finite = (name: string, limits: Limits) => {
  const mw = leastLimit(limits);
  return mw !== null && Number.isFinite(mw) ? { [name]: mw } : {};
};

/**
 * Points of the cost curve by hour. If limits vary, the points of each hour are moved into its limits; if costs vary,
 * each hour has its own costs.
 */
function hourlyCurve(unit: Generator, periods: number): { mw: Series; cost: Series }[] {
  const { p_min, p_max, marginal_cost, no_load_cost } = unit;
  if (!isList(p_min) && !isList(p_max) && !isList(marginal_cost) && !isList(no_load_cost))
    return costCurve(unit, p_min, p_max).map(({ mw, usd_per_h }) => ({ mw, cost: usd_per_h }));
  const low = (t: number) => minimumAt(unit, t);
  const high = (t: number) => availableAt(unit, t);
  const hours = Array.from({ length: periods }, (_, t) => t);
  const curveAt = (t: number) =>
    costCurve(unit, Math.min(...hours.map(low)), Math.max(...hours.map(high)), t);
  const [widest = [], ...curves] = [curveAt(0), ...hours.map(curveAt)];
  return widest.map(({ mw }) => {
    const series = hours.map((t) => Math.max(low(t), Math.min(high(t), mw)));
    return { mw: series, cost: series.map((output, t) => costAt(curves[t] ?? widest, output)) };
  });
}
