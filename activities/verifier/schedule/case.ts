/**
 * The case as the verifier judges it: every default is applied, an hour is an interval of the payload, a missing limit
 * is Infinity, and costs contain the price of emissions. A field named as in the payload has the same meaning, per
 * interval.
 */
import type {
  Bid,
  Contingency,
  DcLine,
  DemandResponse,
  FixedCommitment,
  FuelLimit,
  Generator,
  Interface,
  Line,
  Load,
  Renewable,
  Reserve,
  SolvePayload,
  Storage,
} from '../../../temporal/case/schema.ts';
import type { JobType } from '../../../temporal/solvers.ts';

/** One number for each hour, shape [horizon]; NaN where the payload has none. */
export type Hours = readonly number[];

/** An element without optional fields: the compiler demands from `readCase` every field that a schema adds. */
type Resolved<Element> = {
  readonly [Field in keyof Element]-?: Exclude<Element[Field], null | undefined>;
};

type OutputLimit = 'p_min' | 'p_max' | 'startup_ramp' | 'shutdown_ramp' | 'quick_start_mw';
type Varied = 'marginal_cost' | 'no_load_cost' | 'startup_cost' | 'ramp_up' | 'ramp_down';
type Unread = 'must_run' | 'initial_power_mw' | 'fuel' | 'heat_rate_btu_per_kwh' | 'rated' | 'energy_limits';

/** Limits are infinite where unlimited; a penalty of Infinity allows no excess. */
export type JudgedFuelLimit = Resolved<FuelLimit>;

/** Limits of the energy over hours, MWh; `min_mwh` is -Infinity without a least energy. */
export interface JudgedLimit {
  readonly first_hour: number;
  readonly last_hour: number;
  readonly mwh: number;
  readonly min_mwh: number;
}

/**
 * A unit without a cost curve has an empty one. A unit without startup categories has one category of 0 $, to which its
 * `startup_cost` is added; with categories, `startup_cost` is 0. A ramp of Infinity is no limit.
 */
export interface JudgedUnit
  extends Resolved<Omit<Generator, OutputLimit | Varied | Unread>>,
    Readonly<Record<Varied, Hours>> {
  /** Output limits while on, MW. */
  readonly p_min: Hours;
  readonly p_max: Hours;
  /** p_min less p_max, MW; a unit must be off in every hour in which this is above rounding. */
  readonly lack: Hours;
  readonly isAvailable: readonly boolean[];
  readonly must_run: readonly boolean[];
  /**
   * Pmin of the machine, MW, even if hours have a Pmin of their own. A ramp below it does not limit starts or stops.
   */
  readonly leastOutput: number;
  /** Power that it reaches from off for reserve, MW; 0 where it is not available or cannot start. */
  readonly quick_start_mw: Hours;
  /** Largest output in the hour of a start and in the hour before a stop, MW. */
  readonly startup_ramp: Hours;
  readonly shutdown_ramp: Hours;
  /** Largest output before the first hour that allows a stop in it, MW. */
  readonly shutdown_ramp_before: number;
  /** MW; undefined = not known. */
  readonly initial_power_mw: number | undefined;
  /** Hours fixed before the solve. */
  readonly fixed: readonly FixedCommitment[];
  /**
   * Given commitment that a dispatch keeps, 1 when on; undefined without a given commitment. Empty if that does not
   * name the unit, which is then off.
   */
  readonly decided: Hours | undefined;
  readonly energy_limits: readonly JudgedLimit[];
  /** Undefined = none. */
  readonly fuel: string | undefined;
  readonly mmbtu_per_mwh: number;
}

export interface JudgedLoad extends Omit<Load, 'unserved_energy_usd_per_mwh'> {
  /** Price of unserved load, $/MWh; Infinity = it must be served. */
  readonly unserved_energy_usd_per_mwh: Hours;
}

export interface JudgedRenewable extends Omit<Resolved<Renewable>, 'marginal_cost' | 'energy_limits'> {
  readonly energy_limits: readonly JudgedLimit[];
  readonly marginal_cost: Hours;
}

type VaryingOfStorage =
  | 'charge_mw'
  | 'discharge_mw'
  | 'charge_min_mw'
  | 'discharge_min_mw'
  | 'discharge_cost_usd_per_mwh'
  | 'min_mwh'
  | 'inflow_mw';
type UnreadOfStorage =
  | 'efficiency'
  | 'standing_loss_per_h'
  | 'max_cycles_per_day'
  | 'day_hours_before'
  | 'day_discharged_mwh'
  | 'energy_limits';

/**
 * A round-trip efficiency is read as charge efficiency. The initial energy of a cyclic storage is a decision, and 0
 * here.
 */
export interface JudgedStorage
  extends Omit<Resolved<Storage>, VaryingOfStorage | UnreadOfStorage>,
    Readonly<Record<VaryingOfStorage, Hours>> {
  /** Share of the stored energy that remains after an hour. */
  readonly kept: number;
  /** Largest discharged energy of each day, MWh; empty without a limit of cycles. */
  readonly cycle_limits: readonly JudgedLimit[];
  /** Limits of the discharged energy. */
  readonly energy_limits: readonly JudgedLimit[];
}

/** A penalty of Infinity allows no shortfall; with a demand curve, it is the largest price. */
export interface JudgedReserve
  extends Resolved<
    Omit<
      Reserve,
      'mw' | 'direction' | 'kind' | 'providers' | 'response_min' | 'demand_curve' | 'counts_towards'
    >
  > {
  /** Widths and prices of the steps of a shortfall, the cheapest first; empty without a demand curve. */
  readonly steps: readonly { readonly mw: number; readonly price: number }[];
  /** Requirement, MW. */
  readonly mw: Hours;
  readonly isDown: boolean;
  /** True if units that are off may give it. */
  readonly isOffline: boolean;
  /** Positions of the product and of those that its reserve counts towards. */
  readonly countedIn: readonly number[];
  /** Names of all elements that may give the product. */
  readonly providers: readonly string[];
  /** Names of the storage and renewables among the providers. */
  readonly resources: readonly string[];
  /** Largest reserve of each unit, MW, shape [units][horizon]; Infinity = no limit of the product, 0 = no reserve. */
  readonly most: readonly Hours[];
}

export interface JudgedDemandResponse extends Pick<DemandResponse, 'name' | 'bus'> {
  /** MW, and $/MWh. */
  readonly shed_max_mw: Hours;
  readonly cost: number;
  /** Share of the energy that comes back, and intervals within which it does. */
  readonly recover_share: number;
  readonly recover_within: number;
  /** Most intervals with a reduction in a day, Infinity = no limit; and intervals of a day. */
  readonly most_of_day: number;
  readonly day: number;
}

export interface JudgedBid extends Pick<Bid, 'name' | 'bus' | 'kind'> {
  /** Accepted whole in an hour, or not at all. */
  readonly isWhole: boolean;
  /** Hours in a row for which a bid that is accepted whole stays so, at least; Infinity = all. */
  readonly min_up: number;
  /** MW, and $/MWh. */
  readonly blocks: readonly { readonly mw: Hours; readonly price: Hours }[];
}

/** Penalties are all finite, or all Infinity, which allows no overflow. */
export interface JudgedLine
  extends Resolved<Omit<Line, 'rating_mw' | 'emergency_rating_mw' | 'penalty_usd_per_mwh'>> {
  /** MW; Infinity = unlimited. */
  readonly rating_mw: Hours;
  readonly emergency_rating_mw: Hours;
  readonly penalty_usd_per_mwh: Hours;
  /** Limits of a decided phase shift, deg, and its cost, $ per degree; undefined = `phase_shift_deg`. */
  readonly shifter: { readonly least: number; readonly most: number; readonly cost: number } | undefined;
}

/** A ramp of Infinity is no limit. */
export interface JudgedDcLine
  extends Resolved<Omit<DcLine, 'p_min_mw' | 'p_max_mw' | 'initial_power_mw' | 'in_service'>> {
  /** MW. */
  readonly p_min_mw: Hours;
  readonly p_max_mw: Hours;
  /** MW; undefined = any. */
  readonly initial_power_mw: number | undefined;
}

/** Limits are Infinity where unlimited; a penalty of Infinity allows no excess. */
export interface JudgedInterface extends Resolved<Omit<Interface, 'p_min_mw' | 'p_max_mw' | 'contingency'>> {
  /** MW. */
  readonly p_min_mw: Hours;
  readonly p_max_mw: Hours;
  /** Id of an outage in force; undefined = base case. */
  readonly contingency: string | undefined;
}

type Emissions = 'emission_limit_t' | 'emission_penalty_usd_per_t' | 'emission_price_usd_per_t';

/** Infinity = no limit of emissions; a penalty of Infinity allows no emissions above the limit. */
export interface JudgedCase extends Resolved<Pick<SolvePayload, Emissions>> {
  readonly jobType: JobType;
  /** 0 .. horizon - 1. */
  readonly hours: readonly number[];
  /** Length of an interval, h. */
  readonly intervalHours: number;
  /** Economic dispatch without a commitment: every unit is available and may be idle. */
  readonly relaxed: boolean;
  readonly generators: readonly JudgedUnit[];
  readonly loads: readonly JudgedLoad[];
  readonly renewables: readonly JudgedRenewable[];
  readonly storage: readonly JudgedStorage[];
  readonly reserves: readonly JudgedReserve[];
  readonly bids: readonly JudgedBid[];
  readonly demand_response: readonly JudgedDemandResponse[];
  readonly fuel_limits: readonly JudgedFuelLimit[];
  /** All lines, in service or not; empty if the job has no network. */
  readonly transmission_lines: readonly JudgedLine[];
  /** DC lines in service. */
  readonly dc_lines: readonly JudgedDcLine[];
  /** Interfaces, without those after an outage that is not in force. */
  readonly interfaces: readonly JudgedInterface[];
  /** Outages in force; empty unless the job is security-constrained. */
  readonly contingencies: readonly Resolved<Omit<Contingency, 'enabled'>>[];
  /** True if all buses are one island, whatever joins them. */
  readonly isPlate: boolean;
  readonly losses: boolean;
  /** NaN = no slack bus. */
  readonly slack_bus: number;
  /** True if any field of the payload is about CO2. */
  readonly tellsEmissions: boolean;
}
