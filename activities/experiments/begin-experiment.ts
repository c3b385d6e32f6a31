/** Marks an experiment as running; a later attempt lets the scenarios without an answer wait once more. */
import type { RecordActivityDeps } from '../deps.ts';
import { beginRun } from '../runs/lifecycle.ts';

export interface BeginExperimentInput {
  readonly experimentId: string;
  readonly attempt: number;
}

export interface BegunExperiment {
  /** ISO 8601. */
  readonly startedAt: string;
  /** Rows that have ended, identical ones included. */
  readonly completed: number;
}

type BeginDeps = Pick<RecordActivityDeps, 'experiments' | 'scenarioRuns' | 'documents' | 'now'>;

export async function beginExperiment(
  { experiments, scenarioRuns, documents, now }: BeginDeps,
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
  const { completed, failed, cancelled } = await scenarioRuns.counts(experimentId);
  return {
    startedAt: (record.started_at ?? now()).toISOString(),
    completed: completed + failed + cancelled,
  };
}
