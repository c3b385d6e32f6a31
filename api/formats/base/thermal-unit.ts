/** A thermal unit as pglib-uc and UnitCommitment.jl describe it -> a generator of the service. */
import type { Generator } from '../../../temporal/case/messages/generator.ts';
import { type CostCurve, convexHull, secant } from './cost-curve.ts';
import type { Place, ReportBuilder } from './report.ts';

/** Powers in MW, ramps in MW/h with Infinity = none, times in h. */
export interface ThermalUnit {
  readonly name: string;
  readonly bus: number;
  /** From minimum to maximum output. */
  readonly curve: CostCurve;
  readonly tiers: readonly StartupTier[];
  readonly rampUp: number;
  readonly rampDown: number;
  readonly startupLimit: number;
  readonly shutdownLimit: number;
  readonly minUptime: number;
  readonly minDowntime: number;
  readonly onBefore: boolean;
  /** Hours on or off before the first hour. */
  readonly hoursBefore: number;
  readonly powerBefore: number;
  readonly mustRun: boolean;
}

export type StartupTier = NonNullable<Generator['startup_categories']>[number];

/** The service knows no ramp of zero; this one is as good as none. */
const SMALLEST_RAMP = 1e-6;
/** A limit may miss the minimum output by this relative amount of rounding. */
const LIMIT_SLACK = 1e-6;

export function toGenerator(unit: ThermalUnit, path: Place, report: ReportBuilder): Generator {
  const pMin = unit.curve[0]?.mw ?? 0;
  const cost_curve = convexHull(unit.curve);
  if (cost_curve.length < unit.curve.length)
    report.change('info', 'convex_hull', 'A cost curve that is not convex is its lower convex hull', path);
  const startup_categories = risingTiers(unit.tiers);
  if (startup_categories.some(({ cost_usd }, s) => cost_usd !== unit.tiers[s]?.cost_usd))
    report.change('warning', 'startup_cost', 'A start may not cost less after a longer stop', path);
  if (unit.tiers.length > 1 && (unit.tiers[0]?.lag_h ?? 0) > Math.max(1, unit.minDowntime))
    report.change(
      'warning',
      'first_lag',
      'A start before the first lag costs as that one, not as the last',
      path,
    );
  const ramp = (mw: number): number | null =>
    mw === Number.POSITIVE_INFINITY ? null : Math.max(mw, SMALLEST_RAMP);
  if (unit.rampUp <= 0 || unit.rampDown <= 0)
    report.change('warning', 'ramp', `A ramp of zero is ${SMALLEST_RAMP} MW/h`, path);
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
    initial_status: initialStatus(unit, path, report),
    initial_power_mw: initialPower(unit, path, report),
    ...(unit.mustRun && { must_run: true }),
    ...switchLimit('startup_ramp', unit.startupLimit, pMin, unit.rampUp),
    ...switchLimit('shutdown_ramp', unit.shutdownLimit, pMin, unit.rampDown),
    cost_curve,
    ...(startup_categories.length > 0 && { startup_categories }),
  };
}

/**
 * Both formats ramp the output above the minimum, also from and to zero (pglib-uc: RampUp, RampDown; Morales-España,
 * Latorre, Ramos 2013 (26), (27)): a ramp also limits the hour of a start and the hour before a stop.
 */
const switchLimit = (field: 'startup_ramp' | 'shutdown_ramp', own: number, pMin: number, ramp: number) => {
  const isRounded = own < pMin && pMin - own <= LIMIT_SLACK * Math.max(1, pMin);
  const mw = isRounded ? pMin : Math.min(own, pMin + ramp);
  return Number.isFinite(mw) ? { [field]: mw } : {};
};

/** From the coldest tier down, no tier costs more than the next. */
function risingTiers(tiers: readonly StartupTier[]): StartupTier[] {
  const rising = tiers.map((tier) => ({ ...tier }));
  rising.reduceRight((ceiling, tier) => {
    tier.cost_usd = Math.min(tier.cost_usd, ceiling);
    return tier.cost_usd;
  }, Number.POSITIVE_INFINITY);
  return rising;
}

function initialStatus({ onBefore, hoursBefore }: ThermalUnit, path: Place, report: ReportBuilder): number {
  if (!onBefore) return hoursBefore === 0 ? 0 : -hoursBefore;
  if (hoursBefore < 1)
    report.change('warning', 'initial_status', 'A unit that is on has been on for an hour or more', path);
  return Math.max(1, hoursBefore);
}

function initialPower({ onBefore, powerBefore }: ThermalUnit, path: Place, report: ReportBuilder): number {
  if (onBefore) return powerBefore;
  if (powerBefore !== 0)
    report.drop('warning', 'initial_power', 'A unit that is off has no output before the first hour', path);
  return 0;
}
