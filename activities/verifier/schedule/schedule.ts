/**
 * A reported schedule beside the limits it must obey, as the checks read it. Arrays of hours have
 * shape [horizon]; whatever the result lacks is NaN.
 */

import type { CheckName } from '../../../temporal/case/messages/families.ts';
import type { Generator } from '../../../temporal/case/messages/generator.ts';
import type { SolvePayload } from '../../../temporal/case/messages/payload.ts';
import type { Renewable, Reserve, Storage } from '../../../temporal/case/messages/resources.ts';
import type { SolveResult } from '../../../temporal/case/messages/result.ts';
import type { JobType } from '../../../temporal/solvers.ts';
import type { Grid, GridDcLine } from './grid.ts';

/** What the engine found, before it is certified, or a schedule that was given, which may have no prices. */
export type UnverifiedResult = Omit<SolveResult, 'certificate' | 'prices'> & {
  prices?: SolveResult['prices'] | 'absent';
};

/** A result that holds nothing: no schedule, no bound, no solver. */
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

/** Over all products of a direction, MW. */
interface GivenReserve {
  readonly up: readonly number[];
  readonly down: readonly number[];
}

export interface UnitSchedule {
  readonly generator: Generator;
  /** Reported commitment, 0 or 1. */
  readonly commitment: readonly number[];
  /** Hours in which the unit may produce: the commitment, or where ED has none every hour in which its minimum is available. */
  readonly on: readonly boolean[];
  readonly onBefore: boolean;
  /** MW. */
  readonly output: readonly number[];
  readonly reserve: GivenReserve;
  /** Output limits while on, MW. */
  readonly pMin: readonly number[];
  readonly pMax: readonly number[];
  /** The part of p_min above p_max, MW: the unit is off in an hour that has one. */
  readonly lack: readonly number[];
  /** Largest output in the hour of a start and in the hour before a stop, MW. */
  readonly startupRamp: readonly number[];
  readonly shutdownRamp: readonly number[];
}

export interface RenewableSchedule {
  readonly renewable: Renewable;
  /** What a MWh costs, $/MWh. */
  readonly price: readonly number[];
  /** MW. */
  readonly output: readonly number[];
  readonly reserve: GivenReserve;
}

export interface StorageHours {
  readonly storage: Storage;
  /** MW, MW, MWh at the end of the hour. */
  readonly charge: readonly number[];
  readonly discharge: readonly number[];
  readonly energy: readonly number[];
  readonly reserve: GivenReserve;
}

interface DcSchedule {
  readonly line: GridDcLine;
  /** MW. */
  readonly power: readonly number[];
}

export interface ReserveHours {
  readonly product: Reserve;
  readonly isDown: boolean;
  /** MW. */
  readonly requirement: readonly number[];
  readonly shortfall: readonly number[];
  /** MW by unit, shape [units][horizon]; 0 for one that may not give it. */
  readonly provided: readonly (readonly number[])[];
  /** The most that each unit may give, MW by unit; Infinity = no limit of the product, 0 = nothing. */
  readonly most: readonly number[];
  /** MW by name of the storage and renewables that may give it. */
  readonly others: ReadonlyMap<string, readonly number[]>;
}

/** A contingency that is in force; of security-constrained cases alone. */
interface Outage {
  readonly id: string;
  /** Positions of the lines in service that it loses. */
  readonly lines: readonly number[];
  /** Names of the units that it loses. */
  readonly generators: ReadonlySet<string>;
}

export interface Schedule {
  readonly payload: SolvePayload;
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
  readonly grid: Grid;
  readonly dcLines: readonly DcSchedule[];
  readonly outages: readonly Outage[];
  /** Reported flows, and overflow of soft lines (0 of others), MW, shape [lines][horizon]. */
  readonly flows: readonly (readonly number[])[];
  readonly overflow: readonly (readonly number[])[];
  /** MW by bus position, shape [buses][horizon]. */
  readonly load: readonly (readonly number[])[];
  /** MW by bus position, shape [buses][horizon]; zero where nothing may be shed. */
  readonly unserved: readonly (readonly number[])[];
  /** Transmission losses, MW. */
  readonly losses: readonly number[];
}

/** One named check: how far, at worst, a schedule is from obeying it. */
export interface Rule {
  readonly name: CheckName;
  /** Largest excess that still passes, in the unit of the excesses. */
  readonly tolerance: number;
  /** Amounts above a limit; negative = inside it, NaN = the data to judge is missing. */
  excesses(schedule: Schedule): Iterable<number>;
}
