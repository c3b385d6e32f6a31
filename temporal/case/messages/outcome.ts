/**
 * Outcome of a run or an experiment. It is separate from the status: a completed run may have no schedule at all.
 *
 * @module
 */
import { array, number, string } from 'yup';

const OUTCOMES = ['solved', 'partly_solved', 'unsolved'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Parts of a run with the same end. Parts are the windows of a run, or the scenarios of an experiment. */
export interface EndedAlike {
  readonly parts: number;
  readonly outcome: Outcome;
  /** Termination status, or error code, of the parts; not used if `outcome` is `solved`. */
  readonly cause: string;
  /** Largest relative gap of the parts; null if a part has no bound, absent for scenarios. */
  readonly gap?: number | null;
}

export interface RunOutcome {
  /**
   * Outcome of the parts; null until the run has ended, and if the parts of a completed run are no longer on record.
   */
  readonly outcome: Outcome | null;
  readonly outcome_causes: string[];
}

export const MOST_CAUSES = 3;

/**
 * Message fields for the outcome of a run that has several parts. `noun`: the descriptions' word for the parts, in the
 * plural, such as "windows".
 */
export const outcomeFields = (noun: string) => ({
  outcome: string()
    .oneOf(OUTCOMES)
    .nullable()
    .defined()
    .meta({
      description: `\`solved\`: all ${noun} have a schedule, \`unsolved\`: none has one; null until the end. \`status\` says only that the run has ended`,
    }),
  outcome_causes: array(string().required())
    .required()
    .meta({
      description: `Why ${noun} have no schedule: what ended the run, termination statuses and codes of errors, with counts where there are several; at most ${MOST_CAUSES}`,
    }),
});

export const partCount = (description: string) => number().integer().min(0).required().meta({ description });
