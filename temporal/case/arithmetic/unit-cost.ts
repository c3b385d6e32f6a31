/** Cost of a thermal unit, computed from its output and the number of hours that it was off. */
import type { Generator, Storage } from '../schema.ts';
import { numberAt, type Varied } from './series.ts';

/** Fields of the production cost. A unit with a cost curve has the same costs in every interval. */
export interface CostFields extends Pick<Generator, 'cost_curve'> {
  readonly marginal_cost: Varied;
  readonly no_load_cost: Varied;
}
/** Fields of the startup cost. A unit with startup categories has the same costs in every interval. */
interface StartupFields extends Pick<Generator, 'startup_categories'> {
  readonly startup_cost: Varied;
}

/** A linear piece of the production cost. Below its start, the first piece is extended. */
interface CostChord {
  /** Start and end, MW; the last chord has no end. */
  readonly from: number;
  readonly to: number;
  /** Slope of the chord, $/MWh. */
  readonly slope: number;
  /** Production cost at `from`, no-load cost included, $/h. */
  readonly cost: number;
}

/** Chords of the production cost in an interval from left to right, at least one. */
export function costChords({ cost_curve, marginal_cost, no_load_cost }: CostFields, t: number): CostChord[] {
  const [first, ...others] = cost_curve ?? [];
  const to = Number.POSITIVE_INFINITY;
  const slope = numberAt(marginal_cost, t);
  if (!first) return [{ from: 0, to, slope, cost: numberAt(no_load_cost, t) }];
  if (others.length === 0) return [{ from: first.mw, to, slope, cost: first.usd_per_h }];
  return others.map((right, k) => {
    const previous = others[k - 1] ?? first;
    const slope = (right.usd_per_h - previous.usd_per_h) / (right.mw - previous.mw);
    return {
      from: previous.mw,
      to: k === others.length - 1 ? to : right.mw,
      slope,
      cost: previous.usd_per_h,
    };
  });
}

export interface ProductionCost {
  /** Energy cost, $/h; for a unit with a cost curve, the total cost of being on. */
  readonly energy: number;
  /** No-load cost, $/h; 0 for a unit with a cost curve. */
  readonly noLoad: number;
}

/**
 * Production cost of a unit that is on in an interval. A convex curve equals the maximum of its chords, extended beyond
 * both ends.
 */
export const productionCost = (unit: CostFields, mw: number, t: number): ProductionCost =>
  productionCostOf(unit)(mw, t);

function productionCostOf(unit: CostFields): (mw: number, t: number) => ProductionCost {
  const { marginal_cost, no_load_cost } = unit;
  if (!unit.cost_curve?.length)
    return (mw, t) => ({ energy: numberAt(marginal_cost, t) * mw, noLoad: numberAt(no_load_cost, t) });
  const steady = unit.cost_curve.length > 1 ? costChords(unit, 0) : undefined;
  return (mw, t) => ({
    energy: Math.max(
      ...(steady ?? costChords(unit, t)).map(({ from, slope, cost }) => cost + slope * (mw - from)),
    ),
    noLoad: 0,
  });
}

export interface StartupTier {
  /** Number of hours off from which the tier applies. */
  readonly lag: number;
  /** Cost of the start, $. */
  readonly cost: number;
}

/** Tiers of the startup cost in an interval, by ascending hours off; at least one. */
export const startupTiers = ({ startup_categories, startup_cost }: StartupFields, t: number): StartupTier[] =>
  startup_categories?.map(({ lag_h, cost_usd }) => ({ lag: lag_h, cost: cost_usd })) ?? [
    { lag: 0, cost: numberAt(startup_cost, t) },
  ];

/**
 * Startup cost after `hoursOff` hours off, $: the cost of the last tier whose lag has passed; if none has, the cost of
 * the first tier.
 */
export function startupCost(tiers: readonly StartupTier[], hoursOff: number): number {
  const passed = tiers.findLast(({ lag }) => lag <= hoursOff);
  return (passed ?? tiers[0])?.cost ?? 0;
}

/** Commitment and starts by hour, 0 or 1. In a dispatch without commitment, units run without starts. */
interface UnitStarts {
  readonly commitment: readonly number[];
  readonly startup: readonly number[];
}

interface CostParts {
  readonly energy_usd: number;
  readonly no_load_usd: number;
  readonly startup_usd: number;
  readonly shutdown_usd?: number | undefined;
}

/** Cost of charging and discharging a storage, $. `charged`, `discharged`: energy, MWh. */
export const storageCost = (
  item: Pick<Storage, 'charge_cost_usd_per_mwh' | 'discharge_cost_usd_per_mwh'>,
  charged: number,
  discharged: number,
): number =>
  (item.charge_cost_usd_per_mwh ?? 0) * charged + (item.discharge_cost_usd_per_mwh ?? 0) * discharged;

/** Operating cost, which excludes penalties, $. */
export const totalCost = ({ energy_usd, no_load_usd, startup_usd, shutdown_usd = 0 }: CostParts): number =>
  energy_usd + no_load_usd + startup_usd + shutdown_usd;

/** Cost of all stops in the first `hours` hours, $; 0 in a dispatch, which has no starts and stops. */
export function shutdownCosts(
  { shutdown_cost = 0, initial_status }: Pick<Generator, 'shutdown_cost' | 'initial_status'>,
  { commitment, startup }: UnitStarts,
  hours: number = commitment.length,
): number {
  if (shutdown_cost === 0 || startup.length === 0) return 0;
  const stops = commitment
    .slice(0, hours)
    .filter((on, t) => on !== 1 && (t > 0 ? commitment[t - 1] === 1 : initial_status > 0));
  return shutdown_cost * stops.length;
}

/** Fractions of an hour up to this size are rounding. */
const ROUNDING = 1e-6;

/** Number of hours in the initial status, or of whole intervals if these are shorter. */
export const intervalsBefore = (initialStatus: number, intervalsPerHour: number): number =>
  intervalsPerHour === 1
    ? Math.abs(initialStatus)
    : Math.floor(Math.abs(initialStatus) * intervalsPerHour + ROUNDING);

/** Cost of a start in interval `t` after `off` hours, or intervals, without output, $. */
export const startCostAfter = (unit: StartupFields, off: number, t: number, intervalsPerHour = 1): number =>
  startupCost(startupTiers(unit, t), off / intervalsPerHour + ROUNDING);

/** Cost of all starts in the first `hours` hours, $. */
export const startupCosts = (unit: StartFields, schedule: UnitStarts, hours?: number): number =>
  hourlyStartupCosts(unit, schedule, hours).reduce((sum, cost) => sum + cost, 0);

type StartFields = StartupFields & Pick<Generator, 'initial_status'>;

function hourlyStartupCosts(
  unit: StartFields,
  { commitment, startup }: UnitStarts,
  hours: number = commitment.length,
  perHour = 1,
): number[] {
  let off = unit.initial_status > 0 ? 0 : intervalsBefore(unit.initial_status, perHour);
  return commitment.slice(0, hours).map((on, t) => {
    const cost = startup[t] === 1 ? startCostAfter(unit, off, t, perHour) : 0;
    off = on === 1 ? 0 : off + 1;
    return cost;
  });
}

/** Cost of a unit by hour, or interval, $. */
export interface HourlyCosts {
  readonly energy: readonly number[];
  readonly noLoad: readonly number[];
  readonly startup: readonly number[];
  readonly shutdown: readonly number[];
}

interface UnitSchedule extends UnitStarts {
  /** Output by hour, MW. */
  readonly output: readonly number[];
}

export function hourlyCosts(
  unit: CostFields & StartFields & { readonly shutdown_cost?: number | undefined },
  schedule: UnitSchedule,
  hours: number = schedule.commitment.length,
  perHour = 1,
): HourlyCosts {
  const { commitment, output } = schedule;
  const on = commitment.slice(0, hours).map((value) => value === 1);
  const costAt = productionCostOf(unit);
  const production = on.map((isOn, t) => (isOn ? costAt(output[t] ?? 0, t) : { energy: 0, noLoad: 0 }));
  const wasOn = (t: number): boolean => on[t - 1] ?? unit.initial_status > 0;
  return {
    energy: production.map(({ energy }) => energy / perHour),
    noLoad: production.map(({ noLoad }) => noLoad / perHour),
    startup: hourlyStartupCosts(unit, schedule, hours, perHour),
    shutdown: on.map((isOn, t) => (wasOn(t) && !isOn ? (unit.shutdown_cost ?? 0) : 0)),
  };
}
