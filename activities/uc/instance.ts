/**
 * The problem as the formulation reads it: positions and arrays, no names to look up. Its hours are the intervals of the
 * payload, and all its numbers are per interval (temporal/case/arithmetic/per-interval.ts): from here on nothing knows minutes,
 * until results are said in the units of the payload again (engine/result/result-series.ts). Types alone: to-instance.ts
 * makes it.
 */
import type { StartupTier } from '../../temporal/case/arithmetic/unit-cost.ts';
import type { JobType } from '../../temporal/solvers.ts';
import type { Case, CaseRenewable, CaseStorage } from '../case/case.ts';
import type { SheddableLoad } from '../case/shedding.ts';
import type { Network } from '../network/network.ts';
import type { ReserveProduct } from './reserve-products.ts';

export interface HourlyCost {
  /** Cost at minimum output, $/h. */
  readonly fixed: number;
  /** From minimum to maximum output, MW and $/MWh; at least one. */
  readonly segments: readonly { readonly width: number; readonly slope: number }[];
}

/** A thermal unit; powers in MW, ramps in MW/h, times in h, costs in $; arrays have shape [T]. */
export interface Unit {
  readonly name: string;
  /** Equal units that it stands for; 1 for a unit of its own. Limits and costs are those of one. */
  readonly count: number;
  /** Position of its bus in `Instance.buses`. */
  readonly bus: number;
  /** Limits while on, `pMin` at most `pMax`: in an hour in which less than its minimum is available it may not be on. */
  readonly pMin: readonly number[];
  readonly pMax: readonly number[];
  /** Infinity = no limit. */
  readonly rampUp: number;
  readonly rampDown: number;
  /** Largest output in the hour of a start, and in the hour before a stop; below `pMin`: it can do neither. */
  readonly startupRamp: readonly number[];
  readonly shutdownRamp: readonly number[];
  /** Largest output before the first hour from which it may stop in that hour. */
  readonly shutdownRampBefore: number;
  /** Hours in which it can start, and those from which on it can be off after an hour on. */
  readonly mayStart: readonly boolean[];
  readonly mayStop: readonly boolean[];
  /** At least 1: a minimum time of 0 h says the same. */
  readonly minUptime: number;
  readonly minDowntime: number;
  readonly onBefore: boolean;
  /** Hours on or off before the first hour. */
  readonly hoursBefore: number;
  /** Output before the first hour; null = any. */
  readonly powerBefore: number | null;
  /** Bounds of the commitment, 0 or 1. */
  readonly mayBeOn: readonly boolean[];
  readonly mustBeOn: readonly boolean[];
  readonly cost: readonly HourlyCost[];
  /** t of CO2. */
  readonly co2PerMwh: number;
  readonly co2PerStart: number;
  /** Start-up cost by hours off, ascending lag. */
  readonly startupTiers: readonly StartupTier[];
  /** $. */
  readonly shutdownCost: number;
  /**
   * The most it gives of each reserve product by its ramp and the response time, MW; Infinity = no such limit, 0 = it does not
   * give it; shape [products].
   */
  readonly reserveMost: readonly number[];
}

export interface Instance {
  readonly case: Case;
  readonly jobType: JobType;
  /** Number of hours. */
  readonly periods: number;
  readonly units: readonly Unit[];
  /** Economic dispatch without a commitment: every unit is available and may be idle. */
  readonly relaxed: boolean;
  /** Bus numbers by position. */
  readonly buses: readonly number[];
  /** Demand, MW, shape [buses][T]. */
  readonly load: readonly (readonly number[])[];
  readonly renewables: readonly Positioned<CaseRenewable>[];
  readonly storage: readonly Positioned<CaseStorage>[];
  /** DC lines in service; none without a network. */
  readonly dcLines: readonly PlacedDcLine[];
  readonly products: readonly ReserveProduct[];
  /** Requirement of each product, MW, shape [products][T]. */
  readonly requirements: readonly (readonly number[])[];
  readonly network: Network;
  /** Share of each bus of the losses of its island, shape [T][buses]; undefined = lossless. */
  readonly lossShares: readonly Float64Array[] | undefined;
  /** Load that may go unserved: one at least for each bus, in their order. */
  readonly sheddable: readonly PlacedSheddable[];
  /** Whether any load may go unserved. */
  readonly mayShed: boolean;
}

/** `at`: position in `Instance.buses`. */
interface PlacedSheddable extends SheddableLoad {
  readonly at: number;
}

export interface PlacedDcLine {
  readonly id: string;
  /** Positions in `Instance.buses`; power above 0 leaves the one for the other. */
  readonly from: number;
  readonly to: number;
  /** MW, shape [T]. */
  readonly least: readonly number[];
  readonly most: readonly number[];
  /** Share of the sent power that does not arrive. */
  readonly loss: number;
  /** $/MWh of the sent power. */
  readonly cost: number;
  /** MW/h; Infinity = no limit. */
  readonly rampUp: number;
  readonly rampDown: number;
  /** MW before the first hour; undefined = any. */
  readonly before: number | undefined;
}

export type Positioned<T> = T & { readonly at: number };
