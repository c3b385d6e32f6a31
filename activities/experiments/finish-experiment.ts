/** Marks an experiment as running, and records its end. */
import { type ExperimentRecord, toExperimentInput } from '../../mongo/experiments.ts';
import { experimentOutcome, type ScenarioTally } from '../../mongo/scenario-tally.ts';
import type { ExperimentEnd, FinishedExperiment } from '../../temporal/case/messages/experiment-run.ts';
import type { JobError } from '../../temporal/case/messages/job.ts';
import { CANCELLED, ENDED_FROM_OUTSIDE } from '../../temporal/run-status.ts';
import type { RecordActivityDeps } from '../deps.ts';
import { finishExecution } from '../executions/finish-execution.ts';
import { beginRun, endWithoutAnswer, finishParts, finishRun } from '../runs/lifecycle.ts';
import type { Swept } from '../runs/sweep.ts';
import { scenarioOutcome } from '../solve/finish-job.ts';

export interface FinishExperimentInput {
  readonly experimentId: string;
  /**
   * End of the workflow. `completed` means that all scenarios have ended; if all of them failed, the experiment has
   * failed.
   */
  readonly end: ExperimentEnd;
}

export async function finishExperiment(
  deps: RecordActivityDeps,
  { experimentId, end }: FinishExperimentInput,
): Promise<FinishedExperiment> {
  const rest =
    end.status === 'cancelled' ? ({ status: 'cancelled', error: CANCELLED } as const) : failedWith(end);
  await finishParts(deps, experimentId, rest);
  for (const executionId of await deps.executions.openParts(experimentId))
    await finishExecution(deps, { executionId, end: rest });
  await deps.scenarioRuns.finishOpen(experimentId, scenarioOutcome(rest, deps.now()));
  const { counts, ended } = await deps.scenarioRuns.tally(experimentId);
  const actualEnd = await judge(deps, experimentId, end, counts);
  const finished = await finishRun<ExperimentRecord, ExperimentEnd>(deps, {
    noun: 'experiment',
    id: experimentId,
    records: deps.experiments,
    asked: actualEnd,
    finish: (at, expiresAt, tx) => deps.experiments.finish(experimentId, actualEnd, at, expiresAt, tx),
    earlier: (experiment) =>
      experiment.status === 'completed' ? { status: 'completed' } : endWithoutAnswer(experiment, LOST),
    entry: ({ _id, attempt, scenarios_total, name, base_scenario_id }, end) => ({
      event: `experiment_${end.status}`,
      once: `${end.status}/${_id}/${attempt}`,
      details: {
        experiment_id: _id,
        scenarios: scenarios_total,
        completed: counts.completed,
        failed: counts.failed,
        ...experimentOutcome(ended, scenarios_total, { status: end.status, error: errorOf(end) }),
      },
      told: {
        ...{ name, scenario_id: base_scenario_id },
        causes: end.status === 'completed' ? [] : [end.error.message],
      },
    }),
  });
  await deps.scenarioRuns.expire(experimentId, finished.expiresAt);
  return { end: finished.end, counts, finishedAt: finished.finishedAt.toISOString() };
}

const errorOf = (end: ExperimentEnd): JobError | null => (end.status === 'completed' ? null : end.error);

const LOST: JobError = {
  code: 'INTERNAL',
  message: 'The experiment ended before this scenario',
  retryable: true,
};
const failedWith = (end: ExperimentEnd) =>
  ({ status: 'failed', error: end.status === 'failed' ? end.error : LOST }) as const;

/**
 * Corrects the end of an experiment: if every scenario failed, the experiment has failed, with the error of its first
 * scenario.
 */
async function judge(
  { scenarioRuns }: RecordActivityDeps,
  experimentId: string,
  end: ExperimentEnd,
  counts: ScenarioTally['counts'],
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

export const sweptExperiments = (deps: RecordActivityDeps): Swept<ExperimentRecord> => ({
  records: deps.experiments,
  start: (experiment) => deps.experimentWorkflows.start(toExperimentInput(experiment)),
  state: ({ _id, attempt }) => deps.experimentWorkflows.state(_id, attempt),
  close: ({ _id }) =>
    finishExperiment(deps, { experimentId: _id, end: { status: 'failed', error: ENDED_FROM_OUTSIDE } }),
  isPart: () => false,
});

export interface BeginExperimentInput {
  readonly experimentId: string;
  readonly attempt: number;
}

interface BegunExperiment {
  /** Start of this attempt of the experiment, ISO 8601. */
  readonly startedAt: string;
  /** Number of rows of the matrix that have ended, duplicates included. */
  readonly completed: number;
}

export async function beginExperiment(
  { experiments, scenarioRuns, documents, now }: RecordActivityDeps,
  { experimentId, attempt }: BeginExperimentInput,
): Promise<BegunExperiment> {
  const record = await beginRun(experiments, 'experiment', experimentId, now());
  if (attempt > 1) {
    await documents.keep(experimentId);
    await scenarioRuns.keep(experimentId);
    for (const { index } of await scenarioRuns.unanswered(experimentId, attempt)) {
      await scenarioRuns.restart(experimentId, index, attempt);
    }
  }
  const { completed, failed, cancelled } = (await scenarioRuns.tally(experimentId)).counts;
  return {
    startedAt: (record.started_at ?? now()).toISOString(),
    completed: completed + failed + cancelled,
  };
}
