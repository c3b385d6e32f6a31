/**
 * A reported schedule with the limits that it must keep, as the checks read it. Arrays of hours have shape [horizon];
 * values that the result lacks are NaN.
 */

import type { CheckName } from '../../../temporal/case/messages/families.ts';
import type { SolveResult } from '../../../temporal/case/messages/result.ts';
import type { JobType } from '../../../temporal/solvers.ts';
import type {
  Hours,
  JudgedBid,
  JudgedCase,
  JudgedDemandResponse,
  JudgedInterface,
  JudgedLoad,
  JudgedRenewable,
  JudgedReserve,
  JudgedStorage,
  JudgedUnit,
} from './case.ts';
import type { Grid, GridDcLine, GridShifter } from './grid.ts';

/** A result of the engine before it is certified, or a given schedule, which may have no prices. */
export type UnverifiedResult = Omit<SolveResult, 'certificate' | 'prices'> & {
  prices?: SolveResult['prices'] | 'absent';
};

/** A result without a schedule, a bound or a solver. */
export const NO_RESULT: UnverifiedResult = {
  solve_time_s: 0,
  objective_value: null,
  termination_status: 'TIMEOUT',
  commitment: {},
  dispatch_mw: {},
  lmp: {},
  lmp_components: {},
  total_cost_usd: null,
  mip_gap: null,
  lower_bound_usd: null,
  node_count: null,
  solver: 'highs',
  solver_version: '',
  startup: {},
  binding_constraints: [],
  cost_breakdown: null,
  warnings: [],
};

/** Reserve over all products of a direction, MW. */
interface GivenReserve {
  readonly up: readonly number[];
  readonly down: readonly number[];
}

/** In a relaxed dispatch p_min is at most 0. Its reserve by direction is that of the hours in which it is on. */
export interface UnitSchedule extends JudgedUnit {
  /** Reported commitment, 0 or 1. */
  readonly commitment: readonly number[];
  /**
   * Hours in which the unit may produce: the commitment, or in a dispatch without one every hour with p_min at most
   * p_max.
   */
  readonly on: readonly boolean[];
  readonly onBefore: boolean;
  /** Prices of limits that the output pays, in addition to its costs, $/MWh; absent = none. */
  readonly surcharge?: Hours;
  /** MW. */
  readonly output: readonly number[];
  readonly reserve: GivenReserve;
}

export interface RenewableSchedule extends JudgedRenewable {
  /** Cost of a MWh, $/MWh. */
  readonly price: readonly number[];
  /** MW. */
  readonly output: readonly number[];
  readonly reserve: GivenReserve;
}

export interface StorageHours extends JudgedStorage {
  /** Charge and discharge, MW; then energy at the end of the hour, MWh. */
  readonly charge: readonly number[];
  readonly discharge: readonly number[];
  readonly energy: readonly number[];
  /** Inflow that is spilled, MW; 0 if nothing flows in and nothing is reported. */
  readonly spill: readonly number[];
  /** Energy before the first hour, MWh; for a cyclic storage, the energy at the end. */
  readonly before: number;
  readonly reserve: GivenReserve;
}

export interface BidSchedule extends JudgedBid {
  /** Accepted power over all blocks, MW. */
  readonly accepted: readonly number[];
}

export interface DemandResponseSchedule extends JudgedDemandResponse {
  /** Reduction, and load that comes back, MW. */
  readonly reduced: readonly number[];
  readonly recovered: readonly number[];
}

interface DcSchedule {
  readonly line: GridDcLine;
  /** MW. */
  readonly power: readonly number[];
}

export interface ShifterSchedule extends GridShifter {
  /** Reported angle, deg. */
  readonly degrees: readonly number[];
}

/** An interface whose lines are given by position. */
export interface InterfaceSchedule extends Omit<JudgedInterface, 'lines' | 'dc_lines'> {
  /** Lines in service. */
  readonly lines: readonly { readonly line: number; readonly factor: number }[];
  /** DC lines in service. */
  readonly dcLines: readonly { readonly line: number; readonly factor: number }[];
  /** Lines in service that its contingency loses. */
  readonly lost: readonly number[];
  /** Reported flow, MW. */
  readonly flow: readonly number[];
}

export interface ReserveHours extends JudgedReserve {
  /** MW. */
  readonly shortfall: readonly number[];
  /** Reserve by unit, MW, shape [units][horizon]; 0 for a unit that may not give the product. */
  readonly provided: readonly (readonly number[])[];
  /** Reserve, MW, by name of the storage and renewables that may give the product. */
  readonly others: ReadonlyMap<string, readonly number[]>;
  /** Reserve of the products that count towards it, MW, shape [series][horizon]. */
  readonly counted: readonly (readonly number[])[];
}

/** A contingency in force; security-constrained cases only. */
interface Outage {
  readonly id: string;
  /** Positions of the lines in service that the contingency loses. */
  readonly lines: readonly number[];
  /** Names of the units that the contingency loses. */
  readonly generators: ReadonlySet<string>;
}

export interface Schedule {
  readonly case: JudgedCase;
  readonly jobType: JobType;
  readonly result: UnverifiedResult;
  /** 0 .. horizon - 1. */
  readonly hours: readonly number[];
  /** Economic dispatch without a commitment: every unit is available, p_min is 0. */
  readonly relaxed: boolean;
  readonly units: readonly UnitSchedule[];
  readonly renewables: readonly RenewableSchedule[];
  readonly storages: readonly StorageHours[];
  readonly reserves: readonly ReserveHours[];
  readonly bids: readonly BidSchedule[];
  readonly demandResponse: readonly DemandResponseSchedule[];
  readonly grid: Grid;
  readonly dcLines: readonly DcSchedule[];
  readonly shifters: readonly ShifterSchedule[];
  /** Fixed and decided phase shifts, rad x 100 MVA, shape [horizon][lines]. */
  readonly shifts: readonly Float64Array[];
  readonly outages: readonly Outage[];
  readonly interfaces: readonly InterfaceSchedule[];
  /** Reported flows, and overflow of soft lines (0 of others), MW, shape [lines][horizon]. */
  readonly flows: readonly (readonly number[])[];
  readonly overflow: readonly (readonly number[])[];
  /** MW by bus position, shape [buses][horizon]. */
  readonly load: readonly (readonly number[])[];
  /** Loads that may go unserved, by bus position. */
  readonly sheddable: readonly (readonly JudgedLoad[])[];
  /** MW by bus position, shape [buses][horizon]; 0 where no load may be shed. */
  readonly unserved: readonly (readonly number[])[];
  /** Whether there are lines with losses. */
  readonly isLossy: boolean;
  /** Transmission losses, MW. */
  readonly losses: readonly number[];
}

/** A named check: yields the amounts by which a schedule exceeds its limits. */
export interface Rule {
  readonly name: CheckName;
  /** Largest excess that still passes, in the unit of the excesses. */
  readonly tolerance: number;
  /** Amounts above a limit; negative = within it, NaN = missing data. */
  excesses(schedule: Schedule): Iterable<number>;
}
