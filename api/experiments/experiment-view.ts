/** Status reply from a stored experiment, the counts of its scenarios and the state of its workflow (pure). */
import type { ListedExperiment } from '../../mongo/experiments.ts';
import { experimentOutcome, type ScenarioTally } from '../../mongo/scenario-tally.ts';
import type { ExperimentReply } from '../../temporal/case/messages/experiment.ts';
import type { ExperimentState } from '../../temporal/case/messages/experiment-run.ts';
import { isTerminal } from '../../temporal/case/messages/job.ts';
import { lifeOf } from '../runs/view.ts';

export function toExperiment(
  record: ListedExperiment,
  { counts, ended }: ScenarioTally,
  state: ExperimentState | undefined,
  now: Date,
  openWindows = 0,
): ExperimentReply {
  const life = lifeOf(record, state);
  const total = record.scenarios_total;
  const completed = counts.completed + counts.failed + counts.cancelled;
  const { execution } = record;
  const work = workOf(record, completed, openWindows);
  return {
    experiment_id: record._id,
    name: record.name,
    ...life,
    base_scenario_id: record.base_scenario_id,
    base_version: record.base_version,
    job_type: record.job_type,
    solver: record.solver,
    method: record.scenario_matrix.method,
    timeout_per_scenario: record.timeout_per_scenario,
    max_parallel: record.max_parallel,
    attempt: record.attempt,
    scenarios_total: total,
    scenarios_completed: completed,
    scenarios_failed: counts.failed,
    scenarios_cancelled: counts.cancelled,
    scenarios_running: counts.running,
    ...experimentOutcome(ended, total, life),
    ...(execution && {
      pcm_model_id: execution.pcm_model_id,
      windows_total: work.total,
      windows_done: work.done,
    }),
    progress: Math.floor((100 * work.done) / work.total),
    eta_seconds: isTerminal(record.status) ? null : etaS(work, life.started_at, now),
    created_at: record.submitted_at.toISOString(),
  };
}

interface Work {
  readonly done: number;
  readonly total: number;
  /** Work that earlier attempts have done. */
  readonly before: number;
}

/**
 * Work of an experiment, counted in scenarios, or in windows if the scenarios are runs, since a run of a year takes
 * long.
 */
function workOf(
  { execution, scenarios_total, answered_before }: ListedExperiment,
  completed: number,
  openWindows: number,
): Work {
  const { windows = 1 } = execution ?? {};
  const total = scenarios_total * windows;
  return {
    total,
    done: Math.min(total, completed * windows + openWindows),
    before: answered_before * windows,
  };
}

/** Remaining time, s, extrapolated from the speed of this attempt. */
function etaS({ done, total, before }: Work, startedAt: string | null, now: Date): number | null {
  const ended = done - before;
  if (startedAt === null || ended <= 0) return null;
  const elapsedS = Math.max(0, (now.getTime() - Date.parse(startedAt)) / 1000);
  return Math.round((elapsedS / ended) * (total - done));
}
