/** What one window of a rolling horizon hands to the next, and what its kept hours come to. Survives JSON. */
import type { SolveResult } from './result.ts';

export interface UnitState {
  /** Hours on (> 0) or off (<= 0), counted across windows, as `initial_status`. */
  readonly status: number;
  /** Output, MW; 0 when off, null when not known. */
  readonly power_mw: number | null;
  /** Reserve held upward over all products, MW: it counts against the limit of a stop in the next hour. */
  readonly reserve_mw: number;
}

export interface RollingState {
  readonly generators: Readonly<Record<string, UnitState>>;
  readonly storage: Readonly<Record<string, { readonly energy_mwh: number }>>;
  /** DC lines with ramps. */
  readonly dc_lines?: Readonly<Record<string, { readonly power_mw: number }>>;
  /** With budgets of energy: what was taken in the period of the last hour. */
  readonly renewables?: Readonly<Record<string, { readonly used_mwh: number }>>;
}

export type CostBreakdown = NonNullable<SolveResult['cost_breakdown']>;

/** The kept hours of one window in a few numbers, so that a year can be reported without its schedules. */
export interface DayTotals extends CostBreakdown {
  /** Without penalties. */
  readonly total_cost_usd: number;
  /** By unit and renewable. */
  readonly generation_mwh: Readonly<Record<string, number>>;
  /** By unit. */
  readonly starts: Readonly<Record<string, number>>;
  readonly load_mwh: number;
  readonly peak_load_mw: number;
  readonly unserved_mwh: number;
  /** Load-weighted; null without load. */
  readonly average_lmp_usd_per_mwh: number | null;
}

/** The kept hours of one window one by one, so that a year can be sorted by load and by price. */
export interface HourlyTotals {
  readonly load_mw: readonly number[];
  /** Load-weighted over buses; null in an hour without load. */
  readonly average_lmp_usd_per_mwh: readonly (number | null)[];
}
