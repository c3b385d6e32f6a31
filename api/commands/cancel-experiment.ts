/** Cancels an experiment: what is solved stays, what runs is cancelled, what waits never starts. */
import { toExperimentInput } from '../../mongo/experiment-input.ts';
import type { ExperimentReply } from '../../temporal/messages/experiment.ts';
import { isTerminal } from '../../temporal/messages/job.ts';
import type { Deps } from '../deps.ts';
import { Conflict } from '../errors.ts';
import { experimentStatus } from '../experiments/experiment-status.ts';
import { ownedExperiment } from '../experiments/owned-experiment.ts';
import type { Caller } from './caller.ts';
import { tellWorkflow } from './tell-workflow.ts';

export async function cancelExperiment(deps: Deps, id: string, { user }: Caller): Promise<ExperimentReply> {
  const experiment = await ownedExperiment(deps.experiments.find, id, user);
  if (isTerminal(experiment.status)) throw new Conflict(`The experiment is already ${experiment.status}`);
  await tellWorkflow(experiment, {
    start: () => deps.experimentWorkflows.start(toExperimentInput(experiment)),
    send: () => deps.experimentWorkflows.cancel(id, experiment.attempt),
  });
  return experimentStatus(deps, experiment);
}
