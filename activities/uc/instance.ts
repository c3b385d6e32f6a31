/**
 * The problem as the formulation reads it: positions and arrays, no lookup by name. Its hours are the intervals of the
 * payload, and all its numbers are per interval (temporal/case/arithmetic/per-interval.ts); results are converted back
 * to the units of the payload in engine/result/result-series.ts. Types only; to-instance.ts builds it.
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
  /** Number of equal units that this entry represents, 1 for a single unit. Limits and costs apply to one unit. */
  readonly count: number;
  /** Position of its bus in `Instance.buses`. */
  readonly bus: number;
  /** Limits while on, `pMin` at most `pMax`: the unit may not be on in an hour with less than its minimum available. */
  readonly pMin: readonly number[];
  readonly pMax: readonly number[];
  /** Infinity = no limit. */
  readonly rampUp: number;
  readonly rampDown: number;
  /**
   * Largest output in the hour of a start, and in the hour before a stop; below `pMin` the unit cannot start, or stop.
   */
  readonly startupRamp: readonly number[];
  readonly shutdownRamp: readonly number[];
  /** Largest output before the first hour that allows a stop in that hour. */
  readonly shutdownRampBefore: number;
  /** Hours in which the unit can start, and hours in which it can be off after an hour on. */
  readonly mayStart: readonly boolean[];
  readonly mayStop: readonly boolean[];
  /** A minimum time of 0 h counts as 1. */
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
   * Largest amount of each reserve product by ramp and response time, MW; Infinity = no such limit, 0 = not a provider;
   * shape [products].
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
  /** Renewables of the case, then the blocks of its bids (case/read-bid.ts). */
  readonly renewables: readonly Positioned<CaseRenewable>[];
  readonly bids: readonly PlacedBid[];
  readonly storage: readonly Positioned<CaseStorage>[];
  /** DC lines in service; empty without a network. */
  readonly dcLines: readonly PlacedDcLine[];
  readonly products: readonly ReserveProduct[];
  /** Requirement of each product, MW, shape [products][T]. */
  readonly requirements: readonly (readonly number[])[];
  readonly network: Network;
  /** Share of each bus in the losses of its island, shape [T][buses]; undefined = lossless. */
  readonly lossShares: readonly Float64Array[] | undefined;
  /** Load that may go unserved: at least one entry for each bus, in their order. */
  readonly sheddable: readonly PlacedSheddable[];
  /** Whether any load may go unserved. */
  readonly mayShed: boolean;
}

/** `at`: position in `Instance.buses`. */
interface PlacedSheddable extends SheddableLoad {
  readonly at: number;
}

export interface PlacedBid {
  readonly name: string;
  /** Sign of its injection: 1 for supply, -1 for demand. */
  readonly sign: 1 | -1;
  /** True if it is accepted whole in all hours, or not at all. */
  readonly isWhole: boolean;
  /** Positions of its blocks in `Instance.renewables`. */
  readonly blocks: readonly number[];
}

export interface PlacedDcLine {
  readonly id: string;
  /** Positions in `Instance.buses`; positive power flows from `from` to `to`. */
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
