/** What a `progress` event says of an experiment. */
import type { ExperimentReply } from '../../temporal/messages/experiment.ts';

export const experimentProgress = (experiment: ExperimentReply) => ({
  status: experiment.status,
  progress: experiment.progress,
  scenarios_total: experiment.scenarios_total,
  scenarios_completed: experiment.scenarios_completed,
  scenarios_failed: experiment.scenarios_failed,
  scenarios_running: experiment.scenarios_running,
  eta_seconds: experiment.eta_seconds,
});
