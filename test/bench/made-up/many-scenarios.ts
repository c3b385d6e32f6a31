/** An experiment of any number of scenarios on a day of the 24-bus system, between 90 and 100 % of its load. */
import type { Submission } from '../../support/callers/run-experiment.ts';

export const manyScenarios = (steps: number, max_parallel: number): Submission => ({
  base_scenario_id: 'rts24',
  scenario_matrix: {
    method: 'grid',
    variables: [{ name: 'load', type: 'continuous', min: 0.9, max: 1, steps }],
  },
  max_parallel,
});
