/** Experiments, as the sweep sees them. */
import { toExperimentInput } from '../../mongo/experiment-input.ts';
import type { ExperimentRecord } from '../../mongo/experiments.ts';
import { ENDED_FROM_OUTSIDE } from '../../temporal/run-status.ts';
import type { RecordActivityDeps } from '../deps.ts';
import { finishExperiment } from '../experiments/finish-experiment.ts';
import type { Swept } from './swept.ts';

export const sweptExperiments = (deps: RecordActivityDeps): Swept<ExperimentRecord> => ({
  records: deps.experiments,
  start: (experiment) => deps.experimentWorkflows.start(toExperimentInput(experiment)),
  state: ({ _id, attempt }) => deps.experimentWorkflows.state(_id, attempt),
  close: ({ _id }) =>
    finishExperiment(deps, { experimentId: _id, end: { status: 'failed', error: ENDED_FROM_OUTSIDE } }),
  isPart: () => false,
});
