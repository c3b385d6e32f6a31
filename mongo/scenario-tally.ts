/** Counts the scenarios of an experiment by status, and by whether they have a schedule. */
import type { Collection } from 'mongodb';
import { outcomeOf, partsWith } from '../temporal/case/arithmetic/outcome.ts';
import type { JobError, JobStatus } from '../temporal/case/messages/job.ts';
import type { EndedAlike, Outcome } from '../temporal/case/messages/outcome.ts';
import { OPEN_STATUSES } from './lifecycle.ts';

export interface ScenarioTally {
  readonly counts: Readonly<Record<JobStatus, number>>;
  readonly ended: readonly EndedAlike[];
}

interface ScenarioGroup {
  readonly _id: {
    readonly status: JobStatus;
    readonly cause: string;
    readonly hasAnswer: boolean;
    /** True for a run that has windows without a schedule. */
    readonly hasGaps: boolean;
  };
  readonly parts: number;
}

/** Sums up `groups`, each of which is the number of scenarios with the same `_id` fields. */
export function tallyOf(groups: readonly ScenarioGroup[]): ScenarioTally {
  const counts = { queued: 0, running: 0, completed: 0, failed: 0, cancelled: 0 };
  for (const { _id, parts } of groups) counts[_id.status] += parts;
  return {
    counts,
    ended: groups
      .filter(({ _id }) => !OPEN_STATUSES.includes(_id.status))
      .map(({ _id, parts }) => {
        const outcome = outcomeOfScenario(_id);
        return { parts, outcome, cause: outcome === 'partly_solved' ? 'solved in part' : _id.cause };
      }),
  };
}

function outcomeOfScenario({ status, hasAnswer, hasGaps }: ScenarioGroup['_id']): Outcome {
  if (status !== 'completed' || !hasAnswer) return 'unsolved';
  return hasGaps ? 'partly_solved' : 'solved';
}

export async function readTally(
  runs: Pick<Collection, 'aggregate'>,
  experimentId: string,
): Promise<ScenarioTally> {
  const _id = {
    status: '$status',
    cause: { $ifNull: ['$termination_status', '$error.code', '$status'] },
    hasAnswer: { $gt: ['$objective_value', null] },
    hasGaps: { $gt: ['$run_figures.unsolvedWindows', 0] },
  };
  const groups = await runs
    .aggregate<ScenarioGroup>([
      { $match: { experiment_id: experimentId } },
      { $group: { _id, parts: { $sum: 1 } } },
    ])
    .toArray();
  return tallyOf(groups);
}

/** The outcome of an experiment with its counts, for clients, the audit log and webhooks. */
export const experimentOutcome = (
  ended: ScenarioTally['ended'],
  total: number,
  { status, error }: { readonly status: JobStatus; readonly error: JobError | null },
) => ({
  ...outcomeOf(ended, { total, status, error }),
  scenarios_solved: partsWith(ended, 'solved'),
  scenarios_partly_solved: partsWith(ended, 'partly_solved'),
  scenarios_unsolved: partsWith(ended, 'unsolved'),
});
