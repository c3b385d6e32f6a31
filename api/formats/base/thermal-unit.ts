/**
 * Converts a thermal unit and its initial state to a generator of the service, and back; several formats describe units
 * in this way.
 */

import { ratedOf } from '../../../temporal/case/arithmetic/output-limits.ts';
import { type Limits, leastLimit, meanOf } from '../../../temporal/case/arithmetic/series.ts';
import type { NetworkGenerator } from '../../../temporal/case/network-schema.ts';
import type { Generator } from '../../../temporal/case/schema.ts';
import { type CostCurve, convexHull, secant } from './cost-curve.ts';
import type { Notes } from './report.ts';

/** A unit in a file. Powers in MW, ramps in MW/h with Infinity = unlimited, times in h. */
export interface ThermalUnit {
  readonly name: string;
  readonly bus: number;
  /** Production cost from minimum to maximum output. */
  readonly curve: CostCurve;
  readonly tiers: readonly StartupTier[];
  readonly rampUp: number;
  readonly rampDown: number;
  readonly startupLimit: number;
  readonly shutdownLimit: number;
  readonly minUptime: number;
  readonly minDowntime: number;
  readonly onBefore: boolean;
  /** Number of hours that the unit was on or off before the first hour. */
  readonly hoursBefore: number;
  readonly powerBefore: number;
  readonly mustRun: boolean;
}

export type StartupTier = NonNullable<Generator['startup_categories']>[number];

/** Ramp that stands for a ramp of zero, which the service does not have, MW/h. */
const SMALLEST_RAMP = 1e-6;
/** Relative tolerance within which a limit may be below the minimum output, because of rounding. */
const LIMIT_SLACK = 1e-6;

/** A unit of a file, for a network or a payload. */
export type ReadGenerator = Omit<NetworkGenerator, 'energy_limits'>;

export function toGenerator(unit: ThermalUnit, notes: Notes): ReadGenerator {
  const pMin = unit.curve[0]?.mw ?? 0;
  const cost_curve = convexHull(unit.curve);
  if (cost_curve.length < unit.curve.length)
    notes.change('warning', 'convex_hull', 'A cost curve that is not convex is its lower convex hull');
  const startup_categories = risingTiers(unit.tiers);
  if (startup_categories.some(({ cost_usd }, s) => cost_usd !== unit.tiers[s]?.cost_usd))
    notes.change('warning', 'startup_cost', 'A start may not cost less after a longer stop');
  if (unit.tiers.length > 1 && (unit.tiers[0]?.lag_h ?? 0) > Math.max(1, unit.minDowntime))
    notes.change(
      'warning',
      'first_lag',
      'A start before the first lag costs as much as at that lag, not as at the last',
    );
  const ramp = (mw: number): number | null =>
    mw === Number.POSITIVE_INFINITY ? null : Math.max(mw, SMALLEST_RAMP);
  if (unit.rampUp <= 0 || unit.rampDown <= 0)
    notes.change('warning', 'ramp', `A ramp of zero is ${SMALLEST_RAMP} MW/h`);
  return {
    name: unit.name,
    bus: unit.bus,
    p_max: unit.curve.at(-1)?.mw ?? 0,
    p_min: pMin,
    ...secant(cost_curve),
    startup_cost: startup_categories.at(-1)?.cost_usd ?? 0,
    ramp_up: ramp(unit.rampUp),
    ramp_down: ramp(unit.rampDown),
    min_uptime: unit.minUptime,
    min_downtime: unit.minDowntime,
    initial_status: initialStatus(unit, notes),
    initial_power_mw: initialPower(unit, notes),
    ...(unit.mustRun && { must_run: true }),
    ...switchLimit('startup_ramp', unit.startupLimit, pMin, unit.rampUp),
    ...switchLimit('shutdown_ramp', unit.shutdownLimit, pMin, unit.rampDown),
    cost_curve,
    ...(startup_categories.length > 0 && { startup_categories }),
  };
}

/**
 * Startup or shutdown limit. Both formats apply ramps to the output above minimum, which is 0 for a unit that is off
 * (pglib-uc: RampUp, RampDown; Morales-España, Latorre, Ramos 2013 (26), (27)). A ramp therefore also limits the hour
 * of a start and the hour before a stop.
 */
const switchLimit = (field: 'startup_ramp' | 'shutdown_ramp', limit: number, pMin: number, ramp: number) => {
  const isRounded = limit < pMin && pMin - limit <= LIMIT_SLACK * Math.max(1, pMin);
  const mw = isRounded ? pMin : Math.min(limit, pMin + ramp);
  return Number.isFinite(mw) ? { [field]: mw } : {};
};

/** Lowers costs, from the coldest tier down, so that no tier costs more than a colder one. */
function risingTiers(tiers: readonly StartupTier[]): StartupTier[] {
  const rising = tiers.map((tier) => ({ ...tier }));
  rising.reduceRight((ceiling, tier) => {
    tier.cost_usd = Math.min(tier.cost_usd, ceiling);
    return tier.cost_usd;
  }, Number.POSITIVE_INFINITY);
  return rising;
}

function initialStatus({ onBefore, hoursBefore }: ThermalUnit, notes: Notes): number {
  if (!onBefore) return hoursBefore === 0 ? 0 : -hoursBefore;
  if (hoursBefore < 1)
    notes.change('warning', 'initial_status', 'A unit that is on has been on for an hour or more');
  return Math.max(1, hoursBefore);
}

function initialPower({ onBefore, powerBefore }: ThermalUnit, notes: Notes): number {
  if (onBefore) return powerBefore;
  if (powerBefore !== 0)
    notes.drop('warning', 'initial_power', 'A unit that is off has no output before the first hour');
  return 0;
}

/** Startup tiers with times in whole hours; the first tier begins at the shortest possible time off. */
export function startupTiers(unit: Generator): StartupTier[] {
  const categories = unit.startup_categories ?? [{ lag_h: 0, cost_usd: meanOf(unit.startup_cost) }];
  const shortest = Math.max(1, unit.min_downtime);
  const hot = categories.findLast(({ lag_h }) => lag_h <= shortest) ?? categories[0];
  const colder = categories.filter(({ lag_h }) => lag_h > shortest && lag_h !== hot?.lag_h);
  return [
    { lag_h: shortest, cost_usd: hot?.cost_usd ?? 0 },
    ...colder.map(({ lag_h, cost_usd }) => ({ lag_h: Math.ceil(lag_h), cost_usd })),
  ];
}

interface UnitState {
  readonly onBefore: boolean;
  /** Number of hours that the unit was on or off before the first hour; at least 1. */
  readonly hoursBefore: number;
  /** Output before the first hour, MW. */
  readonly powerBefore: number;
}

export function unitState(unit: Generator, notes: Notes): UnitState {
  const onBefore = unit.initial_status > 0;
  if (unit.initial_status === 0 && (unit.min_downtime > 0 || (unit.startup_categories?.length ?? 0) > 1))
    notes.change('warning', 'initial_status', 'A unit that has just stopped has been off for an hour');
  if (onBefore && unit.initial_power_mw === undefined)
    notes.change('warning', 'initial_power', 'Unspecified output before the first hour is set to p_min');
  return {
    onBefore,
    hoursBefore: Math.max(1, Math.abs(unit.initial_status)),
    powerBefore: onBefore ? (unit.initial_power_mw ?? ratedOf(unit).p_min) : 0,
  };
}

/** Largest output in the hour of a start, or in the hour before a stop; Infinity if unlimited. */
export function writtenLimit(
  givenLimit: number | undefined,
  ramps: Limits,
  unit: Generator,
  notes: Notes,
): number {
  const { p_min, p_max } = ratedOf(unit);
  const ramp = leastLimit(ramps) ?? Number.POSITIVE_INFINITY;
  const limit = givenLimit ?? Math.max(p_min, ramp);
  const withRamp = p_min + ramp;
  if (limit > withRamp && withRamp < p_max) {
    const message = 'Ramps also limit a start and a stop: output is at most p_min and one ramp';
    notes.change('warning', 'switch_limit', message);
  }
  return Math.min(limit, withRamp);
}
