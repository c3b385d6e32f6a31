/** A stored experiment, the counts of its scenarios and what its workflow says -> the status reply (pure). */
import type { ExperimentRecord } from '../../mongo/experiments.ts';
import type { ScenarioCounts } from '../../mongo/scenario-runs.ts';
import type { ExperimentReply } from '../../temporal/case/messages/experiment.ts';
import type { ExperimentState } from '../../temporal/case/messages/experiment-run.ts';
import { isTerminal } from '../../temporal/case/messages/job.ts';
import { lifeOf } from '../runs/view.ts';

export function toExperiment(
  record: ExperimentRecord,
  counts: ScenarioCounts,
  state: ExperimentState | undefined,
  now: Date,
): ExperimentReply {
  const life = lifeOf(record, state);
  const total = record.scenarios_total;
  const completed = counts.completed + counts.failed + counts.cancelled;
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
    progress: Math.floor((100 * completed) / total),
    eta_seconds: isTerminal(record.status) ? null : etaS(record, life.started_at, completed, now),
    created_at: record.submitted_at.toISOString(),
  };
}

/** The scenarios that this attempt has ended tell how long those that are left will take, s. */
function etaS(
  { answered_before, scenarios_total }: ExperimentRecord,
  startedAt: string | null,
  completed: number,
  now: Date,
): number | null {
  const ended = completed - answered_before;
  if (startedAt === null || ended <= 0) return null;
  const elapsedS = Math.max(0, (now.getTime() - Date.parse(startedAt)) / 1000);
  return Math.round((elapsedS / ended) * (scenarios_total - completed));
}
