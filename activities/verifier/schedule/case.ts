/**
 * A case as the verifier judges it. Every default is applied, an hour is an interval of the payload, no limit is Infinity, and
 * costs contain the price of emissions. A field with the name that it has in the payload means the same, per interval.
 */
import type {
  Contingency,
  DcLine,
  FixedCommitment,
  Generator,
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

/** An element in which no field is optional: the compiler asks `readCase` for every field that a schema adds. */
type Resolved<Element> = {
  readonly [Field in keyof Element]-?: Exclude<Element[Field], null | undefined>;
};

type OutputLimit = 'p_min' | 'p_max' | 'startup_ramp' | 'shutdown_ramp';
type Unread = 'startup_cost' | 'initial_power_mw' | 'fuel' | 'heat_rate_btu_per_kwh' | 'rated';

/** A unit without a cost curve has one without points, and a unit without categories of starts has one category. */
export interface JudgedUnit extends Resolved<Omit<Generator, OutputLimit | Unread>> {
  /** Output limits while on, MW. */
  readonly p_min: Hours;
  readonly p_max: Hours;
  /** The part of p_min above p_max, MW; no unit may be on in an hour that has one beyond rounding. */
  readonly lack: Hours;
  readonly isAvailable: readonly boolean[];
  /** The number beside a list, MW: no ramp below it limits a start or a stop. */
  readonly leastOutput: number;
  /** Largest output in the hour of a start and in the hour before a stop, MW. */
  readonly startup_ramp: Hours;
  readonly shutdown_ramp: Hours;
  /** MW; undefined = not known. */
  readonly initial_power_mw: number | undefined;
  /** Hours that were decided before the solve. */
  readonly fixed: readonly FixedCommitment[];
  /** The commitment that a dispatch keeps, 1 when on; empty = the unit, which it does not name, is off; undefined = none. */
  readonly decided: Hours | undefined;
}

export interface JudgedLoad extends Omit<Load, 'unserved_energy_usd_per_mwh'> {
  /** Price of what is not served, $/MWh; Infinity = it must be served. */
  readonly unserved_energy_usd_per_mwh: Hours;
}

export type JudgedRenewable = Resolved<Renewable>;
export type JudgedStorage = Resolved<Storage>;

/** A penalty that is Infinity allows no shortfall. */
export interface JudgedReserve
  extends Resolved<Omit<Reserve, 'mw' | 'direction' | 'providers' | 'response_min'>> {
  /** Requirement, MW. */
  readonly mw: Hours;
  readonly isDown: boolean;
  /** Names of all that may give it. */
  readonly providers: readonly string[];
  /** Names of the storage and renewables among them. */
  readonly resources: readonly string[];
  /** The most that each unit may give, MW, shape [units]; Infinity = no limit of the product, 0 = nothing. */
  readonly most: readonly number[];
}

/** A penalty that is Infinity allows no overflow. */
export interface JudgedLine extends Resolved<Omit<Line, 'rating_mw' | 'emergency_rating_mw'>> {
  /** MW; Infinity = unlimited. */
  readonly rating_mw: Hours;
  readonly emergency_rating_mw: Hours;
}

/** A ramp that is Infinity is no limit. */
export interface JudgedDcLine
  extends Resolved<Omit<DcLine, 'p_min_mw' | 'p_max_mw' | 'initial_power_mw' | 'in_service'>> {
  /** MW. */
  readonly p_min_mw: Hours;
  readonly p_max_mw: Hours;
  /** MW; undefined = any. */
  readonly initial_power_mw: number | undefined;
}

type Emissions = 'emission_limit_t' | 'emission_penalty_usd_per_t' | 'emission_price_usd_per_t';

/** Infinity = no limit of emissions; a penalty that is Infinity allows no emissions above the limit. */
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
  /** In service or not; none where no network is read. */
  readonly transmission_lines: readonly JudgedLine[];
  /** In service. */
  readonly dc_lines: readonly JudgedDcLine[];
  /** The outages in force; of a secure commitment alone. */
  readonly contingencies: readonly Resolved<Omit<Contingency, 'enabled'>>[];
  /** Whether all buses are one place, whatever joins them. */
  readonly isPlate: boolean;
  readonly losses: boolean;
  /** NaN = no bus. */
  readonly slack_bus: number;
  /** Whether the payload says anything of CO2. */
  readonly tellsEmissions: boolean;
}
