/** Outcomes of executions, from counts of their closed windows with and without schedules. */
import { outcomeOf, partsWith } from '../temporal/case/arithmetic/outcome.ts';
import type { JobError, JobStatus } from '../temporal/case/messages/job.ts';
import type { EndedAlike } from '../temporal/case/messages/outcome.ts';
import type { ExecutionRecord } from './executions.ts';
import { chainKey, REAL_TIME } from './window-chains.ts';
import type { Windows } from './windows.ts';

type Execution = Pick<ExecutionRecord, '_id' | 'windows' | 'options'>;

export interface EndedWindows {
  readonly windows: readonly EndedAlike[];
  /** Ends of the real-time hours; absent for a run without real time. */
  readonly hours?: readonly EndedAlike[];
}

/** Reads the closed windows of all `executions` at once. The returned function looks up those of one execution. */
export async function readEndedWindows(
  windows: Pick<Windows, 'ended'>,
  executions: readonly Execution[],
): Promise<(execution: Execution) => EndedWindows> {
  const ended = await windows.ended(executions.flatMap(({ _id }) => [_id, chainKey(_id, REAL_TIME)]));
  return ({ _id, options }) => ({
    windows: ended.get(_id) ?? [],
    ...(options.real_time && { hours: ended.get(chainKey(_id, REAL_TIME)) ?? [] }),
  });
}

/**
 * Outcome of a run. A run whose windows all have schedules is only partly solved if hours of its real time have none.
 */
export function executionOutcome(
  { windows: total, options }: Execution,
  { windows, hours }: EndedWindows,
  { status, error }: { readonly status: JobStatus; readonly error: JobError | null },
) {
  const besides = hours?.map((each) => ({ ...each, cause: `${each.cause} in real time` }));
  const { outcome, outcome_causes } = outcomeOf(windows, { total, status, error, besides });
  const lacksHours = hours !== undefined && partsWith(hours, 'solved') < options.horizon;
  return {
    outcome: outcome === 'solved' && lacksHours ? ('partly_solved' as const) : outcome,
    outcome_causes,
    windows_solved: partsWith(windows, 'solved'),
    windows_unsolved: partsWith(windows, 'unsolved'),
  };
}
