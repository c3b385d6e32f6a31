/** Activities of the `experiment` workflow. */
import type { PrepareScenariosInput, ScenarioInput } from '../../temporal/case/messages/experiment-run.ts';
import type { RecordActivityDeps } from '../deps.ts';
import {
  type BeginExperimentInput,
  beginExperiment,
  type FinishExperimentInput,
  finishExperiment,
} from './finish-experiment.ts';
import { closeScenario, prepareScenarios } from './prepare-scenarios.ts';

export const createExperimentActivities = (deps: RecordActivityDeps) => ({
  beginExperiment: (input: BeginExperimentInput) => beginExperiment(deps, input),
  prepareScenarios: (input: PrepareScenariosInput) => prepareScenarios(deps, input),
  closeScenario: (input: ScenarioInput) => closeScenario(deps, input),
  finishExperiment: (input: FinishExperimentInput) => finishExperiment(deps, input),
});
