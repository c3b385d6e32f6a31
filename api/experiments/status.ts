/** Status of one experiment: MongoDB when it is over, else its workflow, with counts of its rows. */
import type { ExperimentRecord, Experiments } from '../../mongo/experiments.ts';
import type { ExperimentReply } from '../../temporal/case/messages/experiment.ts';
import { isTerminal } from '../../temporal/case/messages/job.ts';
import type { Deps } from '../deps.ts';
import { NotFound } from '../http/errors.ts';
import type { Principal } from '../http/principal.ts';
import { liveState } from '../runs/live-state.ts';
import { toExperiment } from './experiment-view.ts';

type StatusDeps = Pick<Deps, 'experiments' | 'scenarioRuns' | 'experimentWorkflows' | 'log' | 'now'>;

export async function readExperimentStatus(
  deps: StatusDeps,
  experiment: ExperimentRecord,
): Promise<ExperimentReply> {
  const { _id, attempt } = experiment;
  const state = await liveState(deps, experiment, () => deps.experimentWorkflows.state(_id, attempt));
  // The workflow ends after MongoDB has the end: read that again rather than trust an old copy.
  const isOver = state !== undefined && isTerminal(state.status);
  const record = isOver ? ((await deps.experiments.find(_id)) ?? experiment) : experiment;
  // Counted last, so that a terminal status never comes with open rows.
  return toExperiment(record, await deps.scenarioRuns.counts(_id), state, deps.now());
}

/** What a `progress` event says of an experiment. */
export const experimentProgress = (experiment: ExperimentReply) => ({
  status: experiment.status,
  progress: experiment.progress,
  scenarios_total: experiment.scenarios_total,
  scenarios_completed: experiment.scenarios_completed,
  scenarios_failed: experiment.scenarios_failed,
  scenarios_running: experiment.scenarios_running,
  eta_seconds: experiment.eta_seconds,
});

/** The caller's experiment, or 404: nobody learns whether another user's experiment exists. */
export async function ownedExperiment(
  find: Experiments['find'],
  experimentId: string,
  user: Principal,
): Promise<ExperimentRecord> {
  const experiment = await find(experimentId);
  if (!experiment || (experiment.user_id !== user.userId && user.role !== 'admin')) {
    throw new NotFound('Experiment not found');
  }
  return experiment;
}
