/** Status of one experiment: MongoDB when it is over, else its workflow, with counts of its rows. */
import type { ExperimentRecord } from '../../mongo/experiments.ts';
import type { ExperimentReply } from '../../temporal/messages/experiment.ts';
import type { ExperimentState } from '../../temporal/messages/experiment-run.ts';
import { isTerminal } from '../../temporal/messages/job.ts';
import type { Deps } from '../deps.ts';
import { toExperiment } from './experiment-view.ts';

type StatusDeps = Pick<Deps, 'experiments' | 'scenarioRuns' | 'experimentWorkflows' | 'log' | 'now'>;

export async function experimentStatus(
  deps: StatusDeps,
  experiment: ExperimentRecord,
): Promise<ExperimentReply> {
  const state = isTerminal(experiment.status) ? undefined : await stateOf(deps, experiment);
  // The workflow ends after MongoDB has the end: read that again rather than trust an old copy.
  const ended = state && isTerminal(state.status);
  const record = ended ? ((await deps.experiments.find(experiment._id)) ?? experiment) : experiment;
  // Counted last, so that a terminal status never comes with open rows.
  return toExperiment(record, await deps.scenarioRuns.counts(record._id), state, deps.now());
}

/** Temporal down is no reason to hide what MongoDB knows. */
async function stateOf(
  { experimentWorkflows, log }: StatusDeps,
  { _id, attempt }: ExperimentRecord,
): Promise<ExperimentState | undefined> {
  try {
    return await experimentWorkflows.state(_id, attempt);
  } catch (error) {
    log.warn({ err: error, experiment_id: _id }, 'status answered without Temporal');
    return undefined;
  }
}
