/** Writes how an experiment ended and starts its retention; repeatable, the first end wins. */
import { ApplicationFailure } from '@temporalio/activity';
import { type ExperimentRecord, toExperimentInput } from '../../mongo/experiments.ts';
import type { ScenarioCounts } from '../../mongo/scenario-runs.ts';
import type { Transaction } from '../../mongo/transaction.ts';
import type { ExperimentEnd, FinishedExperiment } from '../../temporal/case/messages/experiment-run.ts';
import type { JobError } from '../../temporal/case/messages/job.ts';
import { CANCELLED, ENDED_FROM_OUTSIDE } from '../../temporal/run-status.ts';
import type { RecordActivityDeps } from '../deps.ts';
import { expiryOf, finishParts } from '../runs/finish.ts';
import type { Swept } from '../runs/sweep.ts';
import { scenarioOutcome } from '../solve/scenario-outcome.ts';

export interface FinishExperimentInput {
  readonly experimentId: string;
  /** `completed` stands for "every scenario has ended"; it becomes `failed` when all of them failed. */
  readonly end: ExperimentEnd;
}

const EVENTS = {
  completed: 'experiment_completed',
  failed: 'experiment_failed',
  cancelled: 'experiment_cancelled',
} as const;

export async function finishExperiment(
  deps: RecordActivityDeps,
  { experimentId, end }: FinishExperimentInput,
): Promise<FinishedExperiment> {
  const at = deps.now();
  const rest =
    end.status === 'cancelled' ? ({ status: 'cancelled', error: CANCELLED } as const) : failedWith(end);
  await finishParts(deps, experimentId, rest);
  await deps.scenarioRuns.finishOpen(experimentId, scenarioOutcome(rest, at));
  const counts = await deps.scenarioRuns.counts(experimentId);
  const judged = await judge(deps, experimentId, end, counts);
  const record = await deps.audit.together(async (tx) => {
    const finished = await deps.experiments.finish(experimentId, judged, at, expiryOf(at, deps), tx);
    if (!finished) throw ApplicationFailure.nonRetryable('The experiment is not on record', 'INTERNAL');
    await audit(deps, finished, endOf(finished, judged), counts, tx);
    return finished;
  });
  const expiresAt = record.expires_at ?? expiryOf(at, deps);
  await deps.documents.expire(experimentId, expiresAt);
  await deps.scenarioRuns.expire(experimentId, expiresAt);
  return { end: endOf(record, judged), counts, finishedAt: (record.finished_at ?? at).toISOString() };
}

const LOST: JobError = {
  code: 'INTERNAL',
  message: 'The experiment ended before this scenario',
  retryable: true,
};
const failedWith = (end: ExperimentEnd) =>
  ({ status: 'failed', error: end.status === 'failed' ? end.error : LOST }) as const;

/** An experiment of which nothing came is a failure, told in the words of its first scenario. */
async function judge(
  { scenarioRuns }: RecordActivityDeps,
  experimentId: string,
  end: ExperimentEnd,
  counts: ScenarioCounts,
): Promise<ExperimentEnd> {
  if (end.status !== 'completed' || counts.completed > 0) return end;
  const { rows } = await scenarioRuns.list(experimentId, 'failed', 1, 0);
  const error = rows[0]?.error;
  if (!error) return end;
  return {
    status: 'failed',
    error: { ...error, message: `Every scenario failed; the first: ${error.message}` },
  };
}

function endOf({ status, error }: ExperimentRecord, asked: ExperimentEnd): ExperimentEnd {
  if (status === asked.status) return asked;
  if (status === 'completed') return { status };
  return { status: status === 'cancelled' ? 'cancelled' : 'failed', error: error ?? LOST };
}

async function audit(
  deps: RecordActivityDeps,
  { _id, user_id, attempt, scenarios_total }: ExperimentRecord,
  end: ExperimentEnd,
  { completed, failed }: ScenarioCounts,
  tx: Transaction,
): Promise<void> {
  const subject = {
    userId: user_id,
    once: `${end.status}/${_id}/${attempt}`,
    details: { experiment_id: _id, scenarios: scenarios_total, completed, failed },
  };
  await deps.audit.record(EVENTS[end.status], subject, tx);
}

/** Experiments, as the sweep sees them. */
export const sweptExperiments = (deps: RecordActivityDeps): Swept<ExperimentRecord> => ({
  records: deps.experiments,
  start: (experiment) => deps.experimentWorkflows.start(toExperimentInput(experiment)),
  state: ({ _id, attempt }) => deps.experimentWorkflows.state(_id, attempt),
  close: ({ _id }) =>
    finishExperiment(deps, { experimentId: _id, end: { status: 'failed', error: ENDED_FROM_OUTSIDE } }),
  isPart: () => false,
});
