/**
 * The fields of a case and of its schedule that explanations need. They come from a payload and a result, or from the
 * matrices of a page. Series have one value per hour, or interval, shape [T].
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
    | 'bids'
    | 'demand_response'
    | 'transmission_lines'
    | 'interfaces'
    | 'contingencies'
    | 'options'
    | 'emission_price_usd_per_t'
    | 'fuel_limits'
  > {
  /** Loads, MW; a bus may have several. */
  readonly loads: readonly PricedLoad[];
  /** Commitment that is fixed in an economic dispatch: given in the request, or taken from a job. */
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
  readonly bid_mw?: Rows | undefined;
  readonly demand_response_mw?: Rows | undefined;
  readonly unserved_mw?: Rows | undefined;
  readonly overflow_mw?: Rows | undefined;
  readonly interface_flow_mw?: Rows | undefined;
  readonly interface_overflow_mw?: Rows | undefined;
  readonly interface_shadow_price_usd_per_mwh?: Rows | undefined;
  readonly storage?: Named<StorageSchedule> | undefined;
  /** Product -> provider -> reserve, MW. */
  readonly reserve_mw?: Readonly<Record<string, Rows>> | undefined;
  readonly reserve_shortfall_mw?: Rows | undefined;
  readonly reserve_price_usd_per_mw?: Rows | undefined;
  readonly generator_outage_price_usd_per_mw?: Rows | undefined;
  /** Renewable -> prices of its energy limits, $/MWh, one row per limit. */
  readonly energy_limit_price_usd_per_mwh?: Rows | undefined;
  /** Fuel -> prices of its limits, $/MMBtu, one row per limit. */
  readonly fuel_limit_price_usd_per_mmbtu?: Rows | undefined;
}

/**
 * True for an economic dispatch, which has no starts: its commitment is given, or every unit is available. Only the
 * first unit is tested, because this is called for every unit and hour.
 */
export const isDispatch = (
  { generators }: Pick<CaseView, 'generators'>,
  { startup }: Pick<ScheduleView, 'startup'>,
): boolean => {
  const [first] = generators;
  return first !== undefined && startup[first.name] === undefined;
};

/** True in a dispatch without commitment, in which every unit may run between 0 and its maximum. */
export const isRelaxed = (caseView: CaseView, schedule: Pick<ScheduleView, 'startup'>): boolean =>
  caseView.commitment === undefined &&
  caseView.commitment_job_id === undefined &&
  isDispatch(caseView, schedule);
