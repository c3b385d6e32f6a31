/** The ways in which a workflow can go, each with activities that make it go that way; one history per scenario. */
import { activityInfo, cancelled, heartbeat } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import type { FinishJobInput } from '../../activities/jobs/finish-job.ts';
import { NOT_STARTED } from '../../temporal/messages/progress.ts';
import type { Heartbeat, RunSolverInput, SolveSummary } from '../../temporal/messages/solve-run.ts';
import type { WORKFLOW } from '../../temporal/names.ts';

export interface Scenario {
  readonly workflow: (typeof WORKFLOW)[keyof typeof WORKFLOW];
  /** What to do once the solver has reported progress. */
  readonly midway?: 'cancel' | 'stop';
  readonly runSolver?: (input: RunSolverInput) => Promise<SolveSummary>;
}

export const SUMMARY: SolveSummary = { terminationStatus: 'OPTIMAL', objectiveValue: 5, mipGap: 0 };

export const PROGRESS: Heartbeat = {
  schema: 1,
  startedAt: '2026-01-01T00:00:00.000Z',
  starts: 1,
  percent: 40,
  progress: { ...NOT_STARTED, phase: 'search', incumbent: 7 },
};

/** Heartbeats until it is cancelled. */
async function search(): Promise<SolveSummary> {
  const timer = setInterval(() => heartbeat(PROGRESS), 100);
  return cancelled().finally(() => clearInterval(timer));
}

export const SCENARIOS: Readonly<Record<string, Scenario>> = {
  'solve-completed': { workflow: 'solve', runSolver: async () => SUMMARY },
  'solve-failed': {
    workflow: 'solve',
    runSolver: async () => {
      throw ApplicationFailure.nonRetryable('Out of memory', 'SOLVER_ERROR');
    },
  },
  'solve-retried': {
    workflow: 'solve',
    runSolver: async () => {
      if (activityInfo().attempt === 1) throw new Error('connection lost');
      return SUMMARY;
    },
  },
  'solve-cancelled': { workflow: 'solve', midway: 'cancel', runSolver: search },
  'solve-stopped': {
    workflow: 'solve',
    midway: 'stop',
    runSolver: ({ finish }) => (finish ? Promise.resolve(SUMMARY) : search()),
  },
  sweep: { workflow: 'sweep' },
};

/** Light activities that touch nothing. */
export const LIGHT_ACTIVITIES = {
  finishJob: async ({ end }: FinishJobInput) => ({ end, finishedAt: '2026-01-01T00:00:09.000Z' }),
  startUnstarted: async () => 0,
  closeAbandoned: async () => 0,
  deleteExpiredDocuments: async () => 0,
};
