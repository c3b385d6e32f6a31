/** Status of one experiment: MongoDB when it is over, else its workflow, with counts of its rows. */
import type { ExperimentRecord } from '../../mongo/experiments.ts';
import type { ExperimentReply } from '../../temporal/messages/experiment.ts';
import { isTerminal } from '../../temporal/messages/job.ts';
import type { Deps } from '../deps.ts';
import { liveState } from '../live/live-state.ts';
import { toExperiment } from './experiment-view.ts';

type StatusDeps = Pick<Deps, 'experiments' | 'scenarioRuns' | 'experimentWorkflows' | 'log' | 'now'>;

export async function experimentStatus(
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
