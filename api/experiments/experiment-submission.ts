/** What a client submits as an experiment. */
import type { ScenarioMatrix } from '../../temporal/messages/matrix.ts';

export interface ExperimentSubmission {
  readonly name: string;
  readonly base_scenario_id: string;
  readonly scenario_matrix: ScenarioMatrix;
  /** Time limit of each solve, s. */
  readonly timeout_per_scenario: number;
  readonly max_parallel: number;
}
