/**
 * The instance as the formulation reads it: positions and arrays, without lookup by name. Its hours are the intervals
 * of the payload, and all its numbers are per interval (temporal/case/arithmetic/per-interval.ts); results are
 * converted back to the units of the payload in engine/result/result-series.ts. This file has only types;
 * to-instance.ts builds the instance.
 */

import type { Varied } from '../../temporal/case/arithmetic/series.ts';
import type { ShedStep } from '../../temporal/case/arithmetic/shedding.ts';
import type { StartupTier } from '../../temporal/case/arithmetic/unit-cost.ts';
import type { JobType } from '../../temporal/solvers.ts';
import type {
  Case,
  CaseDemandResponse,
  CaseGenerator,
  CaseInterface,
  CaseRenewable,
  CaseStorage,
} from '../case/case.ts';
import type { SheddableLoad } from '../case/shedding.ts';
import type { Network } from '../network/network.ts';
import type { ReserveProduct } from './reserve-products.ts';

export interface HourlyCost {
  /** Cost at minimum output, $/h. */
  readonly fixed: number;
  /** Cost segments from minimum to maximum output, MW and $/MWh; at least one. */
  readonly segments: readonly { readonly width: number; readonly slope: number }[];
}

/** A thermal unit; powers in MW, ramps in MW/h, times in h, costs in $; arrays have shape [T]. */
export interface Unit {
  readonly name: string;
  /** Number of equal units that this entry represents; 1 for a single unit. Limits and costs apply to each of them. */
  readonly count: number;
  /** Position of its bus in `Instance.buses`. */
  readonly bus: number;
  /**
   * Output limits while the unit is on. `pMin` is at most `pMax`: in an hour in which less than the minimum is
   * available, the unit may not be on.
   */
  readonly pMin: readonly number[];
  readonly pMax: readonly number[];
  /** Largest rise and fall of the output from the hour before; Infinity means no limit. */
  readonly rampUp: readonly number[];
  readonly rampDown: readonly number[];
  /** True if output limits and ramps are the same in every hour. */
  readonly isSteady: boolean;
  /**
   * Largest output in the hour of a start. The next field is the largest output in the hour before a stop. Where they
   * are below `pMin`, the unit cannot start or stop.
   */
  readonly startupRamp: readonly number[];
  readonly shutdownRamp: readonly number[];
  /** Largest output before the first hour that allows a stop in that hour. */
  readonly shutdownRampBefore: number;
  /** Hours in which the unit may start. `mayStop`: hours in which it may be off after an hour on. */
  readonly mayStart: readonly boolean[];
  readonly mayStop: readonly boolean[];
  /** Minimum times, at least 1 h; 0 h in the payload becomes 1 h. */
  readonly minUptime: number;
  readonly minDowntime: number;
  readonly onBefore: boolean;
  /** Hours on or off before the first hour. */
  readonly hoursBefore: number;
  /** Output before the first hour; null means that any output is possible. */
  readonly powerBefore: number | null;
  /** True in hours in which the unit may be on. The next field: true in hours in which it must be on. */
  readonly mayBeOn: readonly boolean[];
  readonly mustBeOn: readonly boolean[];
  readonly cost: readonly HourlyCost[];
  /** Limits of the energy over ranges of intervals. */
  readonly energyLimits: CaseGenerator['energy_limits'];
  /** Emissions per MWh, t of CO2. The next field: emissions per start, t of CO2. */
  readonly co2PerMwh: number;
  readonly co2PerStart: number;
  /** Fuel that limits count: MMBtu per MW in an hour, and per start; undefined if no limit has its fuel. */
  readonly fuel?: { readonly name: string; readonly perMwh: number; readonly perStart: number } | undefined;
  /** Cost of a start in each hour, $, after the longest time off. */
  readonly startCost: readonly number[];
  /** Start-up costs by hours off, for a start in the first hour; in ascending order of the hours off. */
  readonly startupTiers: readonly StartupTier[];
  /** Cost of a stop, $. */
  readonly shutdownCost: number;
  /**
   * Largest amount of each reserve product that the unit's ramp and the response time allow, MW; Infinity means no such
   * limit, 0 that the unit is not a provider; one number or one per hour; shape [products].
   */
  readonly reserveMost: readonly Varied[];
  /** Non-spinning reserve that the unit can give in an hour in which it is off and rested, MW, shape [T]. */
  readonly quickStart: readonly number[];
}

export interface Instance {
  readonly case: Case;
  readonly jobType: JobType;
  /** Number of hours. */
  readonly periods: number;
  readonly units: readonly Unit[];
  /** True for an economic dispatch without a commitment: every unit is available and may be idle. */
  readonly relaxed: boolean;
  /** Bus numbers by position. */
  readonly buses: readonly number[];
  /** Demand, MW, shape [buses][T]. */
  readonly load: readonly (readonly number[])[];
  /** Renewables of the case, then the blocks of its bids and its demand response (case/read-bid.ts). */
  readonly renewables: readonly Positioned<CaseRenewable>[];
  readonly bids: readonly PlacedBid[];
  readonly demandResponse: readonly PlacedDemandResponse[];
  readonly storage: readonly Positioned<CaseStorage>[];
  /** DC lines in service; empty without a network. */
  readonly dcLines: readonly PlacedDcLine[];
  /** Interfaces that apply; empty without a network. */
  readonly interfaces: readonly PlacedInterface[];
  readonly products: readonly ReserveProduct[];
  /** Requirement of each product, MW, shape [products][T]. */
  readonly requirements: readonly (readonly number[])[];
  /** Steps of the shortfalls, the cheapest first, by product; `q`: its position. A hard requirement has one step of 0 MW. */
  readonly shortfalls: readonly (ShedStep & { readonly q: number })[];
  readonly network: Network;
  /** Share of each bus in the losses of its island, shape [T][buses]; undefined without losses. */
  readonly lossShares: readonly Float64Array[] | undefined;
  /** Load that may be shed: at least one entry for each bus, in the order of the buses. */
  readonly sheddable: readonly PlacedSheddable[];
  /** True if any load may be shed. */
  readonly mayShed: boolean;
}

/** Load that may be shed. `at`: position of its bus in `Instance.buses`. */
interface PlacedSheddable extends SheddableLoad {
  readonly at: number;
}

export interface PlacedBid {
  readonly name: string;
  /** Sign of its injection: 1 for supply, -1 for demand. */
  readonly sign: 1 | -1;
  /** True if it is accepted whole or not at all in each hour. */
  readonly isWhole: boolean;
  /** Hours in a row for which it then stays accepted; Infinity = all. */
  readonly minUp: number;
  /** Positions of its blocks in `Instance.renewables`. */
  readonly blocks: readonly number[];
}

export interface PlacedDemandResponse extends CaseDemandResponse {
  /** Positions in `Instance.renewables` of its reduction, and of the load that comes back. */
  readonly reduction: number;
  readonly recovery: number;
}

export interface PlacedDcLine {
  readonly id: string;
  /** Positions of the ends in `Instance.buses`; positive power flows from `from` to `to`. */
  readonly from: number;
  readonly to: number;
  /** Limits of the power, MW, shape [T]. */
  readonly least: readonly number[];
  readonly most: readonly number[];
  /** Share of the sent power that does not arrive. */
  readonly loss: number;
  /** Cost of sent power, $/MWh. */
  readonly cost: number;
  /** Ramp limits, MW/h; Infinity means no limit. */
  readonly rampUp: number;
  readonly rampDown: number;
  /** Power before the first hour, MW; undefined means that any power is possible. */
  readonly before: number | undefined;
}

export interface PlacedInterface {
  readonly element: CaseInterface;
  /** Flow per MW injected at each bus in hour t, shape [buses]. */
  shift(t: number): Float64Array;
  /** Flow caused by phase shifts, MW. */
  readonly offset: number;
  /** Positions of DC lines, with the factors of their powers. */
  readonly dcLines: readonly { readonly d: number; readonly factor: number }[];
}

export type Positioned<T> = T & { readonly at: number };
