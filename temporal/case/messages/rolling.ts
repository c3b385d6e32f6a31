/**
 * State that one window of a rolling horizon passes to the next, and totals of the window's kept hours. All values can
 * be written as JSON without loss.
 */
import type { SolveResult } from './result.ts';

export interface UnitState {
  /** Hours on (> 0) or off (<= 0), counted across windows, as in `initial_status`. */
  readonly status: number;
  /** Output, MW; 0 when off, null if unknown. */
  readonly power_mw: number | null;
  /** Upward reserve over all products, MW. It counts towards the shutdown limit in the next hour. */
  readonly reserve_mw: number;
}

export interface StorageState {
  readonly energy_mwh: number;
  /** Energy of a cyclic storage before the first window. */
  readonly first_mwh?: number;
  /** Energy that a storage with a limit of cycles has discharged in the unfinished day, MWh. */
  readonly day_discharged_mwh?: number;
}

export interface RollingState {
  readonly generators: Readonly<Record<string, UnitState>>;
  readonly storage: Readonly<Record<string, StorageState>>;
  /** State of DC lines with ramps. */
  readonly dc_lines?: Readonly<Record<string, { readonly power_mw: number }>>;
  /**
   * State of renewables with energy budgets: energy used so far in the budget period that contains the last hour, MWh.
   */
  readonly renewables?: Readonly<Record<string, { readonly used_mwh: number }>>;
  /** Energy that generators and storage with energy limits used so far in the period that contains the last hour, MWh. */
  readonly used_mwh?: Readonly<Record<string, number>>;
}

export type CostBreakdown = NonNullable<SolveResult['cost_breakdown']>;

/**
 * Key figures of the kept hours of one window: a run over a year is reported from them, without reading its schedules.
 */
export interface DayTotals extends CostBreakdown {
  /** Operating cost without penalties, $. */
  readonly total_cost_usd: number;
  /** Unit or renewable -> energy, MWh. */
  readonly generation_mwh: Readonly<Record<string, number>>;
  /** Unit -> number of starts. */
  readonly starts: Readonly<Record<string, number>>;
  readonly load_mwh: number;
  readonly peak_load_mw: number;
  readonly unserved_mwh: number;
  /** Mean price weighted by load, $/MWh; null without load. */
  readonly average_lmp_usd_per_mwh: number | null;
}

/** Load and price of each kept hour of one window: the hours of a year are sorted by them. */
export interface HourlyTotals {
  readonly load_mw: readonly number[];
  /** Mean price over buses, weighted by load, $/MWh; null in an hour without load. */
  readonly average_lmp_usd_per_mwh: readonly (number | null)[];
}
