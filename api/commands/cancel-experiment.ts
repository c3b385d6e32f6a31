/** Cancels an experiment: what is solved stays, what runs is cancelled, what waits never starts. */
import { toExperimentInput } from '../../mongo/experiment-input.ts';
import type { ExperimentRecord } from '../../mongo/experiments.ts';
import type { ExperimentReply } from '../../temporal/messages/experiment.ts';
import { isTerminal } from '../../temporal/messages/job.ts';
import type { Deps } from '../deps.ts';
import { BadGateway, Conflict } from '../errors.ts';
import { experimentStatus } from '../experiments/experiment-status.ts';
import { ownedExperiment } from '../experiments/owned-experiment.ts';
import type { Caller } from './caller.ts';

export async function cancelExperiment(deps: Deps, id: string, { user }: Caller): Promise<ExperimentReply> {
  const experiment = await ownedExperiment(deps.experiments.find, id, user);
  if (isTerminal(experiment.status)) throw new Conflict(`The experiment is already ${experiment.status}`);
  const heard = await cancel(deps, experiment).catch((cause: unknown) => {
    throw new BadGateway('Workflow service unreachable', { cause });
  });
  if (!heard) throw new Conflict('The experiment has already ended');
  return experimentStatus(deps, experiment);
}

/** One that was accepted but not started yet is started first, so that its end is on record. */
async function cancel({ experimentWorkflows }: Deps, experiment: ExperimentRecord): Promise<boolean> {
  if (!experiment.workflow_started) await experimentWorkflows.start(toExperimentInput(experiment));
  return experimentWorkflows.cancel(experiment._id, experiment.attempt);
}
