/**
 * The fields of a case and of its schedule that explanations read: those of a payload and a result, or the views that a page
 * has into its matrices. Series are by the hour, or by the interval, shape [T].
 */
import type { PricedLoad } from '../arithmetic/shedding.ts';
import type { LmpComponents, SolveResult, StorageSchedule } from '../messages/result.ts';
import type { SolvePayload } from '../schema.ts';

export type Rows = Readonly<Record<string, ArrayLike<number>>>;
type Named<Series> = Readonly<
  Record<string, { readonly [Name in keyof Series]?: ArrayLike<number> | undefined }>
>;

export interface CaseView
  extends Pick<
    SolvePayload,
    | 'generators'
    | 'horizon'
    | 'interval_minutes'
    | 'renewables'
    | 'storage'
    | 'reserves'
    | 'transmission_lines'
    | 'contingencies'
    | 'options'
    | 'emission_price_usd_per_t'
  > {
  /** MW; a bus may have several. */
  readonly loads: readonly PricedLoad[];
  /** Present in an economic dispatch whose commitment is fixed, itself or by the job that it is from. */
  readonly commitment?: unknown;
  readonly commitment_job_id?: unknown;
}

export interface ScheduleView
  extends Pick<
    SolveResult,
    'prices' | 'binding_constraints' | 'emission_shadow_price_usd_per_t' | 'emission_excess_t'
  > {
  readonly commitment: Rows;
  readonly startup: Rows;
  readonly dispatch_mw: Rows;
  readonly lmp: Rows;
  readonly lmp_components: Named<LmpComponents>;
  readonly renewable_mw?: Rows | undefined;
  readonly unserved_mw?: Rows | undefined;
  readonly overflow_mw?: Rows | undefined;
  readonly storage?: Named<StorageSchedule> | undefined;
  /** Product -> what gives it. */
  readonly reserve_mw?: Readonly<Record<string, Rows>> | undefined;
  readonly reserve_shortfall_mw?: Rows | undefined;
  readonly reserve_price_usd_per_mw?: Rows | undefined;
  readonly generator_outage_price_usd_per_mw?: Rows | undefined;
  /** Renewable -> $/MWh of each of its energy limits. */
  readonly energy_limit_price_usd_per_mwh?: Rows | undefined;
}

/**
 * An economic dispatch knows no starts: its commitment was given, or every unit was available. Told by the first
 * unit, because this is asked for every unit and hour.
 */
export const isDispatch = (
  { generators }: Pick<CaseView, 'generators'>,
  { startup }: Pick<ScheduleView, 'startup'>,
): boolean => {
  const [first] = generators;
  return first !== undefined && startup[first.name] === undefined;
};

/** A dispatch without commitment may run every unit between 0 and its maximum. */
export const isRelaxed = (caseView: CaseView, schedule: Pick<ScheduleView, 'startup'>): boolean =>
  caseView.commitment === undefined &&
  caseView.commitment_job_id === undefined &&
  isDispatch(caseView, schedule);
