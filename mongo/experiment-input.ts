/** An experiment record -> the input of its workflow. */
import type { ExperimentInput } from '../temporal/messages/experiment-run.ts';
import type { ExperimentRecord } from './experiments.ts';

export const toExperimentInput = (experiment: ExperimentRecord): ExperimentInput => ({
  experimentId: experiment._id,
  userId: experiment.user_id,
  baseScenarioId: experiment.base_scenario_id,
  name: experiment.name,
  total: experiment.scenarios_total,
  maxParallel: experiment.max_parallel,
  attempt: experiment.attempt,
});
