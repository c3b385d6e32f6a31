/** Cancels an experiment: what is solved stays, what runs is cancelled, what waits never starts. */
import { toExperimentInput } from '../../mongo/experiments.ts';
import type { ExperimentReply } from '../../temporal/case/messages/experiment.ts';
import { isTerminal } from '../../temporal/case/messages/job.ts';
import type { Deps } from '../deps.ts';
import { Conflict } from '../http/errors.ts';
import type { Caller } from '../http/request.ts';
import { requireRoom } from '../runs/submit-once.ts';
import { tellWorkflow } from '../runs/tell-workflow.ts';
import { startExperiment } from './accept-experiment.ts';
import { ownedExperiment, readExperimentStatus } from './status.ts';

export async function cancelExperiment(deps: Deps, id: string, { user }: Caller): Promise<ExperimentReply> {
  const experiment = await ownedExperiment(deps.experiments.find, id, user);
  if (isTerminal(experiment.status)) throw new Conflict(`The experiment is already ${experiment.status}`);
  await tellWorkflow(experiment, {
    start: () => deps.experimentWorkflows.start(toExperimentInput(experiment)),
    send: () => deps.experimentWorkflows.cancel(id, experiment.attempt),
  });
  return readExperimentStatus(deps, experiment);
}

/** Solves again what an ended experiment has no answer for: its failed and cancelled scenarios. */
export async function retryExperiment(deps: Deps, id: string, { user }: Caller): Promise<ExperimentReply> {
  const experiment = await ownedExperiment(deps.experiments.find, id, user);
  if (!isTerminal(experiment.status)) throw new Conflict(`The experiment is still ${experiment.status}`);
  const counts = await deps.scenarioRuns.counts(id);
  if (counts.failed + counts.cancelled === 0) throw new Conflict('No scenario has failed');
  await requireRoom(deps, 'experiments', user.userId);
  await deps.limits.solve.consume(user.userId);
  const restarted = await deps.experiments.restart(experiment, counts.completed, deps.now());
  if (!restarted) throw new Conflict('The experiment is already being retried');
  await startExperiment(deps, restarted);
  return readExperimentStatus(deps, restarted);
}
