/**
 * An experiment. Every scenario is a child workflow: a `solve`, or an `execution` of the model builder. At most
 * `maxParallel` are open at once. Scenarios are prepared page by page; when the history has grown, a long matrix
 * continues in a new run of the workflow.
 *
 * @module
 */
import {
  CancellationScope,
  condition,
  continueAsNew,
  defineQuery,
  setCurrentDetails,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import type {
  ExperimentEnd,
  ExperimentInput,
  ExperimentResume,
  ExperimentState,
  FinishedExperiment,
  PreparedScenario,
} from '../temporal/case/messages/experiment-run.ts';
import { STATUS_QUERY } from '../temporal/names.ts';
import { endOf, errorOf, requireCompleted, showStatus } from './ending.ts';
import { records } from './proxies.ts';
import { executionPart, solvePart } from './solve-part.ts';

const statusQuery = defineQuery<ExperimentState>(STATUS_QUERY);

/** Number of scenarios prepared at a time: enough to keep every slot busy, few enough for one activity. */
const PAGE = 32;

export async function experiment(input: ExperimentInput): Promise<FinishedExperiment['counts']> {
  const progress = createProgress(input);
  setHandler(statusQuery, progress.state);
  const outcome = await solveAll(input, progress);
  // Waits until stopped solves have ended, so that no row changes afterwards.
  await CancellationScope.nonCancellable(() => condition(() => progress.running() === 0));
  if ('after' in outcome) return continueAsNew<typeof experiment>({ ...input, resume: outcome });
  const { end, counts, finishedAt } = await CancellationScope.nonCancellable(() =>
    records.finishExperiment({ experimentId: input.experimentId, end: outcome }),
  );
  progress.ended(end, finishedAt);
  requireCompleted(end);
  return counts;
}

/**
 * Solves all scenarios. Returns the end of the experiment, or the point at which the next run of the workflow
 * continues.
 */
async function solveAll(
  input: ExperimentInput,
  progress: ExperimentProgress,
): Promise<ExperimentEnd | ExperimentResume> {
  try {
    const { experimentId, attempt, resume } = input;
    const { startedAt, completed } = resume ?? (await records.beginExperiment({ experimentId, attempt }));
    progress.begun(startedAt, completed);
    const after = await solvePages(input, progress);
    await condition(() => progress.running() === 0);
    if (after === null) return { status: 'completed' };
    return { after, startedAt, completed: progress.state().completed ?? completed };
  } catch (error) {
    return endOf(error);
  }
}

/**
 * Starts solves while fewer than `maxParallel` are open. Returns the index at which it stopped; null at the end of the
 * matrix.
 */
async function solvePages(
  { experimentId, maxParallel, resume }: ExperimentInput,
  progress: ExperimentProgress,
): Promise<number | null> {
  let after = resume?.after ?? -1;
  while (!workflowInfo().continueAsNewSuggested) {
    const page = await records.prepareScenarios({ experimentId, after, limit: PAGE });
    progress.refused(page.refused);
    for (const scenario of page.scenarios) {
      await condition(() => progress.running() < maxParallel);
      progress.opened();
      void solveScenario(scenario).then(() => progress.closed(scenario.rows));
    }
    if (page.last === null) return null;
    after = page.last;
  }
  return after;
}

/**
 * Solves a scenario. Never fails: a scenario without a result becomes a row with its error, and the experiment
 * continues.
 */
async function solveScenario({ input }: PreparedScenario): Promise<void> {
  try {
    await ('executionId' in input ? executionPart(input) : solvePart(input));
  } catch {
    // If this fails, the scenario is closed at the end of the experiment.
    await CancellationScope.nonCancellable(() => records.closeScenario(input)).catch(() => undefined);
  }
}

interface ExperimentProgress {
  state(): ExperimentState;
  /** Number of open solves. */
  running(): number;
  begun(startedAt: string, completed: number): void;
  /** Counts a started solve. */
  opened(): void;
  /** Counts a solve that ended, and the number of its rows. */
  closed(rows: number): void;
  /** Counts rows that ended without a solve. */
  refused(rows: number): void;
  ended(end: ExperimentEnd, finishedAt: string): void;
}

function createProgress({ total }: ExperimentInput): ExperimentProgress {
  let state: ExperimentState = {
    status: 'queued',
    startedAt: null,
    finishedAt: null,
    completed: 0,
    running: 0,
    error: null,
  };
  let running = 0;
  let completed = 0;
  const show = (change: Partial<ExperimentState> = {}): void => {
    state = { ...state, running, completed, ...change };
    setCurrentDetails(`${completed} of ${total} scenarios ended, ${running} solves open, ${state.status}`);
  };
  return {
    state: () => state,
    running: () => running,
    begun(startedAt, before) {
      completed = before;
      show({ status: 'running', startedAt });
      showStatus('running');
    },
    opened() {
      running += 1;
      show();
    },
    closed(rows) {
      running -= 1;
      completed += rows;
      show();
    },
    refused(rows) {
      completed += rows;
      show();
    },
    ended(end, finishedAt) {
      show({ status: end.status, finishedAt, error: errorOf(end) });
      showStatus(end.status);
    },
  };
}
