/** Experiments as a kind of run, in all states that clients see. */
import { type ExperimentRecord, toExperimentInput } from '../../mongo/experiments.ts';
import type { ExperimentReply } from '../../temporal/case/messages/experiment.ts';
import type { ExperimentState } from '../../temporal/case/messages/experiment-run.ts';
import type { Principal } from '../http/principal.ts';
import { windowsDone } from '../model-builder/runs.ts';
import type { RunKind } from '../runs/run-kind.ts';
import { ownedRun } from '../runs/status.ts';
import { HIDDEN } from '../runs/view.ts';
import type { ExperimentDeps } from './deps.ts';
import { toExperiment } from './experiment-view.ts';

type ExperimentRuns = RunKind<ExperimentRecord, ExperimentState, ExperimentReply>;

/** Experiments as a kind of run. Each attempt is a separate workflow. */
export const experimentRuns = (deps: ExperimentDeps): ExperimentRuns => ({
  noun: 'experiment',
  mostOpen: deps.settings.MAX_OPEN_EXPERIMENTS,
  audit: deps.audit,
  records: deps.experiments,
  read: deps.experiments.find,
  start: (experiment) => deps.experimentWorkflows.start(toExperimentInput(experiment)),
  workflow: ({ _id, attempt }) => deps.experimentWorkflows.state(_id, attempt),
  cancel: ({ _id, attempt }) => deps.experimentWorkflows.cancel(_id, attempt),
  view: async (experiment, state) => {
    const open = experiment.execution ? await openWindows(deps, experiment._id) : 0;
    // The scenarios are counted last, so that no scenario is open when the status is terminal.
    return toExperiment(experiment, await deps.scenarioRuns.tally(experiment._id), state, deps.now(), open);
  },
  guestView: (experiment) => ({ ...experiment, base_scenario_id: HIDDEN }),
  submitted: {
    event: 'experiment_submitted',
    subject: (experiment) => ({
      userId: experiment.user_id,
      once: `experiment_submitted/${experiment._id}`,
      details: {
        experiment_id: experiment._id,
        base_scenario_id: experiment.base_scenario_id,
        scenarios: experiment.scenarios_total,
      },
    }),
  },
});

async function openWindows(deps: ExperimentDeps, id: string): Promise<number> {
  const running = await deps.scenarioRuns.runningJobs(id);
  const ended = running.map(async (executionId) => {
    const execution = await deps.executions.find(executionId);
    return execution ? windowsDone(deps.windows, execution) : 0;
  });
  return (await Promise.all(ended)).reduce((sum, windows) => sum + windows, 0);
}

/** An experiment of the caller. Throws `NotFound` for an experiment of another user. */
export const ownedExperiment = (
  deps: ExperimentDeps,
  id: string,
  user: Principal,
): Promise<ExperimentRecord> => {
  const kind = experimentRuns(deps);
  return ownedRun(kind, kind.read, id, user);
};

export const experimentProgress = (experiment: ExperimentReply) => ({
  status: experiment.status,
  progress: experiment.progress,
  scenarios_total: experiment.scenarios_total,
  scenarios_completed: experiment.scenarios_completed,
  scenarios_failed: experiment.scenarios_failed,
  scenarios_running: experiment.scenarios_running,
  scenarios_unsolved: experiment.scenarios_unsolved,
  eta_seconds: experiment.eta_seconds,
});
