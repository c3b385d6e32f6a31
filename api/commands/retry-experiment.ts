/** Solves again what an ended experiment has no answer for: its failed and cancelled scenarios. */

import type { ExperimentReply } from '../../temporal/messages/experiment.ts';
import { isTerminal } from '../../temporal/messages/job.ts';
import type { Deps } from '../deps.ts';
import { Conflict } from '../errors.ts';
import { experimentStatus } from '../experiments/experiment-status.ts';
import { ownedExperiment } from '../experiments/owned-experiment.ts';
import { startExperiment } from './accept-experiment.ts';
import type { Caller } from './caller.ts';
import { requireRoom } from './require-room.ts';

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
  return experimentStatus(deps, restarted);
}
