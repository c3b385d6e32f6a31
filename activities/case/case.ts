/**
 * A case as the numerics read it: what is not said has its default, what varies is a series, and all numbers are per interval
 * (temporal/case/arithmetic/per-interval.ts). Fields in snake_case are those of the payload; what is made of several is in
 * camelCase. read-case.ts makes it.
 */
import type {
  Contingency,
  DcLine,
  Generator,
  Line,
  Load,
  Renewable,
  Reserve,
  SolvePayload,
  Storage,
} from '../../temporal/case/schema.ts';
import type { JobType } from '../../temporal/solvers.ts';

/** One value per interval, shape [T]. All attributes that have the same number in every interval share one array. */
export type Series = readonly number[];

/**
 * An element that has these attributes as series, whether the payload gives a number or a list.
 * `given`: the element per interval as the payload has it, for repairs and messages, which name its fields.
 */
type Varying<Element, Attribute extends keyof Element> = Omit<Element, Attribute> & {
  readonly [A in Attribute]: Series;
} & { readonly given: Element };

/** An element in which these fields are numbers, whether they are given or not. */
type Told<Element, Field extends keyof Element> = Omit<Element, Field> & {
  readonly [F in Field]: number;
};

type Limited = Told<Varying<Generator, 'p_min' | 'p_max'>, 'ramp_up' | 'ramp_down'>;

/** What was decided of a unit before the solve. */
export interface Decisions {
  /** Hour -> whether it is fixed on. */
  readonly fixed: ReadonlyMap<number, boolean>;
  /** The commitment that a dispatch is given, 1 when on, shape [T]; undefined = it decides. */
  readonly commitment: readonly number[] | undefined;
}

/** A ramp that is Infinity is no limit. */
export interface CaseGenerator
  extends Told<Limited, 'co2_t_per_mwh' | 'co2_t_per_start' | 'shutdown_cost'>,
    Decisions {
  /** The least output of the machine itself, even beside a list: no ramp below it limits a start or a stop. MW. */
  readonly leastOutput: number;
  /** False where less than its least output is available: it is off, as in an outage. Shape [T]. */
  readonly isAvailable: readonly boolean[];
}

/** A price that is Infinity: it must be served. */
export type CaseLoad = Varying<Load, 'unserved_energy_usd_per_mwh'>;
export interface CaseRenewable extends Told<Renewable, 'marginal_cost'> {
  readonly energy_limits: NonNullable<Renewable['energy_limits']>;
}
export type CaseStorage = Told<Storage, 'final_mwh' | 'final_value_usd_per_mwh'>;
/** A ramp that is Infinity is no limit. */
export type CaseDcLine = Told<
  Varying<DcLine, 'p_min_mw' | 'p_max_mw'>,
  'loss_factor' | 'cost_usd_per_mwh' | 'ramp_up' | 'ramp_down'
>;
export type CaseReserve = Varying<Reserve, 'mw'>;
/** A rating that is Infinity is no limit. */
export type CaseLine = Varying<Line, 'rating_mw' | 'emergency_rating_mw'>;
export interface CaseContingency extends Pick<Contingency, 'id'> {
  readonly lines: readonly string[];
  readonly generators: readonly string[];
}

type Emissions = 'emission_limit_t' | 'emission_penalty_usd_per_t' | 'emission_price_usd_per_t';
type Options = Pick<NonNullable<SolvePayload['options']>, 'unserved_energy_usd_per_mwh' | 'slack_bus'>;

export interface Case extends Pick<SolvePayload, Emissions | 'interval_minutes'>, Options {
  readonly jobType: JobType;
  /** T. */
  readonly horizon: number;
  readonly intervalsPerHour: number;
  /** Economic dispatch without a commitment: every unit is available and may be idle. */
  readonly relaxed: boolean;
  readonly generators: readonly CaseGenerator[];
  readonly loads: readonly CaseLoad[];
  readonly renewables: readonly CaseRenewable[];
  readonly storage: readonly CaseStorage[];
  readonly reserves: readonly CaseReserve[];
  /** In service or not; none where no network is read. */
  readonly transmission_lines: readonly CaseLine[];
  /** In service. */
  readonly dc_lines: readonly CaseDcLine[];
  /** The outages that count: enabled, and of a secure commitment. */
  readonly contingencies: readonly CaseContingency[];
  /** Whether buses are islands, joined by the branches in service alone; else all are one place. */
  readonly hasIslands: boolean;
  readonly losses: boolean;
}
