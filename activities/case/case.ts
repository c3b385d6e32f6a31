/**
 * A case as the solver code reads it: defaults are applied, varying fields are series, and all numbers are per interval
 * (temporal/case/arithmetic/per-interval.ts). Fields in snake_case are those of the payload; derived fields are in
 * camelCase. read-case.ts builds it.
 */
import type {
  Bid,
  Contingency,
  DcLine,
  DemandResponse,
  FuelLimit,
  Generator,
  Interface,
  Line,
  Load,
  PhaseShifter,
  Renewable,
  Reserve,
  SolvePayload,
  Storage,
} from '../../temporal/case/schema.ts';
import type { JobType } from '../../temporal/solvers.ts';

/** One value per interval, shape [T]. Fields with the same constant value share one array. */
export type Series = readonly number[];

/**
 * An element that has these attributes as series, whether the payload gives a number or a list.
 * `given`: the element as in the payload, per interval; repairs and messages name its fields.
 */
type Varying<Element, Attribute extends keyof Element> = Omit<Element, Attribute> & {
  readonly [A in Attribute]: Series;
} & { readonly given: Element };

/** An element in which these optional fields are numbers: the given value or the default. */
type WithDefaults<Element, Field extends keyof Element> = Omit<Element, Field> & {
  readonly [F in Field]: number;
};

type Cost = 'marginal_cost' | 'no_load_cost' | 'startup_cost';
type Limited = Varying<Generator, 'p_min' | 'p_max' | Cost | 'ramp_up' | 'ramp_down'>;

/** Decisions about a unit that were taken before the solve. */
export interface Decisions {
  /** Hour -> true if the unit is fixed on, false if fixed off. */
  readonly fixed: ReadonlyMap<number, boolean>;
  /** The commitment that a dispatch follows, 1 when on, shape [T]; undefined = the solve decides it. */
  readonly commitment: readonly number[] | undefined;
}

type EnergyLimits = NonNullable<Generator['energy_limits']>;

/** Ramps are Infinity where unlimited. */
export interface CaseGenerator
  extends WithDefaults<Limited, 'co2_t_per_mwh' | 'co2_t_per_start' | 'shutdown_cost'>,
    Decisions {
  readonly energy_limits: EnergyLimits;
  /**
   * Pmin of the machine, MW, even if the payload lowers it in some hours. Startup and shutdown limits are never below
   * it.
   */
  readonly leastOutput: number;
  /** False where less than Pmin is available: the unit is off, as in an outage. Shape [T]. */
  readonly isAvailable: readonly boolean[];
}

/** A price of Infinity means that the load must be served. */
export type CaseLoad = Varying<Load, 'unserved_energy_usd_per_mwh'>;
export interface CaseRenewable extends Omit<Renewable, 'marginal_cost'> {
  readonly marginal_cost: Series;
  readonly energy_limits: EnergyLimits;
}
/** Ramps are Infinity where unlimited. */
export type CaseDcLine = WithDefaults<
  Varying<DcLine, 'p_min_mw' | 'p_max_mw'>,
  'loss_factor' | 'cost_usd_per_mwh' | 'ramp_up' | 'ramp_down'
>;
type StoredEnergy = 'initial_mwh' | 'final_mwh' | 'final_max_mwh' | 'final_value_usd_per_mwh';
type StorageLosses = 'charge_efficiency' | 'discharge_efficiency' | 'standing_loss_per_h';
type StorageCosts = 'charge_cost_usd_per_mwh' | 'discharge_cost_usd_per_mwh';
type StorageSeries =
  | 'charge_mw'
  | 'discharge_mw'
  | 'charge_min_mw'
  | 'discharge_min_mw'
  | 'min_mwh'
  | 'inflow_mw';
type DailyEnergy = 'max_cycles_per_day' | 'day_hours_before' | 'day_discharged_mwh';
type StorageFlag = 'cyclic' | 'no_simultaneous';
/**
 * `final_max_mwh` and `max_cycles_per_day` are Infinity where unlimited. The initial energy of a cyclic storage is a
 * decision, and is 0 here.
 */
export interface CaseStorage
  extends Omit<
      Storage,
      StorageSeries | StoredEnergy | StorageLosses | StorageCosts | DailyEnergy | StorageFlag | 'efficiency'
    >,
    Readonly<Record<StorageSeries, Series>>,
    Readonly<Record<StoredEnergy | StorageLosses | StorageCosts | DailyEnergy, number>>,
    Readonly<Record<StorageFlag, boolean>> {
  readonly given: Storage;
  readonly energy_limits: EnergyLimits;
}
export type CaseReserve = Varying<Reserve, 'mw'>;
/** Limits are infinite where unlimited. */
export type CaseInterface = Varying<Interface, 'p_min_mw' | 'p_max_mw'>;

export interface CaseBid extends Pick<Bid, 'name' | 'bus' | 'kind'> {
  readonly given: Bid;
  /** True if the bid is accepted whole or not at all in each interval. */
  readonly isWhole: boolean;
  /** Intervals in a row for which a bid that is accepted whole stays so; Infinity = all. */
  readonly min_up: number;
  /** Blocks of the bid. A bid that is accepted whole has one block, at the mean price of its blocks in the payload. */
  readonly blocks: readonly { readonly mw: Series; readonly usd_per_mwh: Series }[];
}
export interface CaseDemandResponse extends Pick<DemandResponse, 'name' | 'bus' | 'cost_usd_per_mwh'> {
  /** Largest reduction, and largest load that can come back, MW. */
  readonly shed_max_mw: Series;
  readonly recovered_max_mw: Series;
  /** Share of the reduced energy that comes back; 0 if none does, or if no rule ties it to the reduction. */
  readonly recover_share: number;
  /** Intervals after a reduction in which its energy comes back. */
  readonly recover_within: number;
  /** Most intervals with a reduction in a day; Infinity = no limit. */
  readonly most_of_day: number;
}
/** Ratings are Infinity where unlimited. */
export type CaseLine = Varying<Line, 'rating_mw' | 'emergency_rating_mw'> & {
  /** Phase shifter that decides the phase shift of the line. */
  readonly shifter?: PhaseShifter | undefined;
};
export interface CaseContingency extends Pick<Contingency, 'id'> {
  readonly lines: readonly string[];
  readonly generators: readonly string[];
}

type Emissions = 'emission_limit_t' | 'emission_penalty_usd_per_t' | 'emission_price_usd_per_t';
type Options = Pick<NonNullable<SolvePayload['options']>, 'unserved_energy_usd_per_mwh' | 'slack_bus'>;

export interface Case extends Pick<SolvePayload, Emissions | 'interval_minutes'>, Options {
  readonly jobType: JobType;
  /** Number of intervals, T. */
  readonly horizon: number;
  readonly intervalsPerHour: number;
  /** Economic dispatch without a commitment: every unit is available and may be idle. */
  readonly relaxed: boolean;
  readonly generators: readonly CaseGenerator[];
  readonly loads: readonly CaseLoad[];
  readonly renewables: readonly CaseRenewable[];
  readonly storage: readonly CaseStorage[];
  readonly reserves: readonly CaseReserve[];
  readonly bids: readonly CaseBid[];
  readonly demand_response: readonly CaseDemandResponse[];
  readonly fuel_limits: readonly FuelLimit[];
  /** All lines, in service or not; empty if the job type reads no network. */
  readonly transmission_lines: readonly CaseLine[];
  /** DC lines in service. */
  readonly dc_lines: readonly CaseDcLine[];
  /** Interfaces; empty if the job type reads no network. */
  readonly interfaces: readonly CaseInterface[];
  /** Enabled contingencies; empty unless the job type is scuc. */
  readonly contingencies: readonly CaseContingency[];
  /**
   * True if only branches in service connect buses, so that each island is balanced separately; false if all buses are
   * merged into one.
   */
  readonly hasIslands: boolean;
  readonly losses: boolean;
}
