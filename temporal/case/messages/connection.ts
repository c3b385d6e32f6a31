/** A new connection to a network: what is asked of it, what a run with it assumes, and what a study of it found. */
import { array, boolean, type InferType, number, object, string } from 'yup';
import { finite, quantity } from '../elements/units.ts';
import type { ExecutionState } from './execution.ts';
import type { JobError } from './job.ts';

export type ConnectionKind = 'load' | 'generation';
/** Kinds of candidates. Storage must be able to charge and to discharge at full power in every hour. */
export const CANDIDATE_KINDS = ['load', 'generation', 'storage'] as const;

export interface Candidate {
  readonly bus: number;
  readonly kind: (typeof CANDIDATE_KINDS)[number];
}

/** Number of days up to which a study examines every day, and tries each power on all days at once. */
export const SHORT_DAYS = 7;

/** A connection in a run of the model builder. */
export interface Connection {
  readonly bus: number;
  readonly kind: ConnectionKind;
  /** Power at full use, MW. */
  readonly mw: number;
  /** Share of `mw` that is used, by hour of the run; a single value holds for every hour. */
  readonly profile: readonly number[];
  /** Hours of the run in which the connection may be reduced, down to 0. */
  readonly reducible: readonly number[];
  /**
   * True if the run asks for the most power of each hour alone: every unit may be on, and nothing ties an hour to the
   * next. Absent if the run serves the connection.
   */
  readonly asksMost?: true;
  /** Id of the run whose commitment this run keeps; absent if units are committed anew. */
  readonly follows?: string;
  /** True if units are committed anew in each window that the commitment of `follows` does not serve. */
  readonly anew?: true;
  /** Id of the run without a connection; absent in older records. */
  readonly base?: string;
  /**
   * Windows that are solved, in this order, each from the state in which `base` begins it; absent if all are solved,
   * one after another.
   */
  readonly days?: readonly number[];
}

const count = (description: string) => number().integer().min(0).required().meta({ description });
const interval = {
  at_least: quantity('MW', 'A schedule that passed the verifier, day by day, serves this much').min(0),
  at_most: quantity('MW', 'No dispatch of the hours serves more, whatever is on').min(0),
  execution_id: string()
    .nullable()
    .defined()
    .meta({ description: 'Run of the model builder that serves at_least; null if that is 0' }),
};
const limit = {
  kind: string()
    .oneOf(['line', 'interface', 'capacity'] as const)
    .required(),
  id: string().nullable().defined().meta({ description: 'Id of the line or interface; null for capacity' }),
  contingency: string().nullable().defined().meta({ description: 'null = no outage' }),
  shadow: quantity('MW/MW', 'Power of the connection that 1 MW more of the limit adds'),
};
const operation = {
  execution_id: string().uuid().required().meta({ description: 'Run of the model builder' }),
  total_cost_usd: finite()
    .nullable()
    .defined()
    .meta({ unit: '$', description: 'Operating cost of the hours' }),
  co2_t: finite().nullable().defined().meta({ unit: 't', description: 'CO2 of the hours; null if unknown' }),
};

export const connectionResultsSchema = object({
  study_id: string().required(),
  base: object({
    ...operation,
    serves: boolean()
      .required()
      .meta({ description: 'Whether all load and reserve is served within all limits' }),
    message: string().nullable().defined().meta({
      description: 'Reason why the network without the connection does not serve its load; null if it does',
    }),
  }).required(),
  candidates: array(
    object({
      bus: number().integer().required(),
      kind: string().oneOf(CANDIDATE_KINDS).required(),
      firm_mw: object(interval).required().meta({ description: 'Power served in every hour' }),
      flexible_mw: array(object({ hours: count('Hours of reduction'), ...interval }).required())
        .required()
        .meta({ description: 'The same if the connection may be reduced in some hours' }),
      wide: string().optional().meta({
        description: 'Reason why an interval is wide; absent if all are at most 2 % wide',
      }),
      binding: array(object({ hour: count('Hour of the study, from 0'), ...limit }).required())
        .required()
        .meta({ description: 'Limits of the hours that allow least, the scarcest hour first; at most 50' }),
      remedy: object({ ...limit, change_mw: quantity('MW', 'Needed at least, by the shadow price') })
        .nullable()
        .default(undefined)
        .defined()
        .meta({ description: 'Smallest change of one limit that adds a tenth to at_most' }),
      operation: object(operation)
        .nullable()
        .default(undefined)
        .defined()
        .meta({ description: 'With firm_mw.at_least connected; null if nothing is served' }),
      bound_ids: array(string().required()).required().meta({
        description: 'Runs whose multipliers prove at_most',
      }),
    }).required(),
  ).required(),
});

/** Results of a study as they are stored. */
export type ConnectionResults = Omit<InferType<typeof connectionResultsSchema>, 'study_id'>;
export type ConnectionResult = ConnectionResults['candidates'][number];
export type BindingLimit = ConnectionResult['binding'][number];
export type Remedy = NonNullable<ConnectionResult['remedy']>;
export type MwInterval = ConnectionResult['firm_mw'];
export type Operation = NonNullable<ConnectionResult['operation']>;

export interface ConnectionStudyInput {
  readonly studyId: string;
  readonly userId: string;
  readonly networkId: string;
  /** Number of connections that are studied one by one. */
  readonly parts: number;
  /** Number of the attempt: 1 for the submission, and 1 more for each resumption. */
  readonly attempt: number;
  /** Positions of the connections that have not been studied; absent at the start of an attempt. */
  readonly open?: readonly number[];
}

/** Reply of the status query. `done`: number of parts that have ended; null if no worker answers. */
export interface ConnectionStudyState extends ExecutionState {
  readonly done: number | null;
}

export interface ConnectionRunInput {
  readonly studyId: string;
  readonly attempt: number;
  /** Position of the connection; null for the run without one. */
  readonly part: number | null;
}

export type ConnectionStudyEnd =
  | { readonly status: 'completed'; readonly results: ConnectionResults }
  | { readonly status: 'failed' | 'cancelled'; readonly error: JobError };
