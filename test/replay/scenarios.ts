/** Courses of the workflows, each with activities that lead to it; one history per scenario. */
import { activityInfo, cancelled, heartbeat } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import type { DeliveryActivities } from '../../activities/index.ts';
import type { NextAllowance } from '../../temporal/case/messages/execution.ts';
import type { SolveSummary } from '../../temporal/case/messages/solve-run.ts';
import { ATTEMPT_LOST } from '../../temporal/failures.ts';
import type { WORKFLOW } from '../../temporal/names.ts';
import {
  deliverInput,
  executionInput,
  experimentInput,
  scheduledInput,
  solveInput,
  studyInput,
} from './inputs.ts';
import { type LightActivities, PROGRESS, type RunSolver, SUMMARY } from './light-activities.ts';

export interface Scenario {
  readonly workflow: (typeof WORKFLOW)[keyof typeof WORKFLOW];
  readonly args?: (workflowId: string) => [object];
  /** Request sent once the solver has reported progress. */
  readonly midway?: 'cancel' | 'stop';
  readonly runSolver?: RunSolver;
  /** Delivery of webhooks; by default all are delivered. */
  readonly deliver?: DeliveryActivities['deliver'];
  /** True if the workflow carries a scheduled time, as one that a Temporal Schedule starts does. */
  readonly isOfSchedule?: true;
  /** Activities that replace the defaults, which do nothing. */
  readonly light?: Partial<LightActivities>;
}

/** An activity that sends heartbeats until it is cancelled. */
async function search(): Promise<SolveSummary> {
  const timer = setInterval(() => heartbeat(PROGRESS), 100);
  return cancelled().finally(() => clearInterval(timer));
}

const fail = (message: string, code: string): never => {
  throw ApplicationFailure.nonRetryable(message, code);
};
const solve = { workflow: 'solve', args: solveInput } as const;
const experiment = { workflow: 'experiment', args: experimentInput() } as const;
const beginExecution = async () => ({
  startedAt: PROGRESS.startedAt,
  closed: 0,
  months: [
    { chain: 'month-1', from: 0, first: 0, end: 2 },
    { chain: 'month-2', from: 1, first: 2, end: 4 },
  ],
});
const execution = { workflow: 'execution', args: executionInput(1) } as const;
const study = { workflow: 'connectionStudy', args: studyInput } as const;
const scheduled = { workflow: 'scheduled', args: scheduledInput, isOfSchedule: true } as const;
const delivery = { workflow: 'deliver', args: deliverInput } as const;

function nextPrices(): LightActivities['nextAllowance'] {
  const steps: NextAllowance[] = [
    { chain: 'allowance-1', from: 0 },
    { chain: 'allowance-2', from: 0 },
    { from: 1 },
  ];
  return async () => steps.shift() ?? { from: 2 };
}

export const SCENARIOS: Readonly<Record<string, Scenario>> = {
  'solve-completed': { ...solve, runSolver: async () => SUMMARY },
  'solve-on-record': {
    ...solve,
    runSolver: async () => ({ ...SUMMARY, finishedAt: '2026-01-01T00:00:05.000Z' }),
  },
  'solve-failed': { ...solve, runSolver: async () => fail('Out of memory', 'SOLVER_ERROR') },
  'solve-retried': {
    ...solve,
    runSolver: async () => {
      if (activityInfo().attempt === 1) throw new Error('connection lost');
      return SUMMARY;
    },
  },
  'solve-lost': {
    ...solve,
    runSolver: async ({ previous }) => {
      if (!previous) throw ApplicationFailure.nonRetryable('lost', ATTEMPT_LOST, PROGRESS);
      return SUMMARY;
    },
  },
  'solve-cancelled': { ...solve, midway: 'cancel', runSolver: search },
  'solve-stopped': {
    ...solve,
    midway: 'stop',
    runSolver: ({ finish }) => (finish ? Promise.resolve(SUMMARY) : search()),
  },
  'experiment-completed': experiment,
  'experiment-with-a-failed-scenario': {
    ...experiment,
    runSolver: async ({ parent }) => (parent?.index === 1 ? fail('Out of memory', 'SOLVER_ERROR') : SUMMARY),
  },
  'experiment-cancelled': { ...experiment, midway: 'cancel', runSolver: search },
  'experiment-without-base': {
    ...experiment,
    light: { prepareScenarios: async () => fail('The base is no longer stored', 'INVALID_MODEL') },
  },
  'experiment-of-runs': {
    ...experiment,
    light: {
      prepareScenarios: async ({ experimentId }) => ({
        scenarios: [0, 1, 2].map((index) => {
          const [input] = executionInput(index === 2 ? 1 : 2)(`${experimentId}/${index}`);
          return { index, input: { ...input, experimentId }, rows: 1 };
        }),
        refused: 0,
        last: null,
      }),
    },
    runSolver: async ({ parent }) =>
      parent?.id.endsWith('/1') ? fail('Out of memory', 'SOLVER_ERROR') : SUMMARY,
  },
  'experiment-continued': {
    ...experiment,
    args: experimentInput({ resume: { after: 1, startedAt: PROGRESS.startedAt, completed: 2 } }),
  },
  'execution-of-one-solve': execution,
  'execution-failed': { ...execution, runSolver: async () => fail('Out of memory', 'SOLVER_ERROR') },
  'execution-rolling': { ...execution, args: executionInput(3) },
  'execution-in-real-time': {
    ...execution,
    args: executionInput(2),
    light: {
      beginExecution: async () => ({
        startedAt: PROGRESS.startedAt,
        closed: 1,
        realTime: { chain: 'real-time', hours: 4, hoursOfWindow: 2, closed: 1 },
      }),
    },
  },
  // Two prices of CO2, the second of which is kept but for its last window.
  'execution-with-a-cap': {
    ...execution,
    args: executionInput(2),
    light: {
      beginExecution: async () => ({ startedAt: PROGRESS.startedAt, closed: 0, isCapped: true }),
      nextAllowance: nextPrices(),
    },
  },
  'execution-cancelled': { ...execution, args: executionInput(3), midway: 'cancel', runSolver: search },
  'rolling-horizon': {
    workflow: 'rollingHorizon',
    args: (executionId) => [{ executionId, windows: 3, from: 1 }],
  },
  'rolling-horizon-without-schedule': {
    workflow: 'rollingHorizon',
    args: (executionId) => [{ executionId, windows: 3, from: 0 }],
    light: { closeWindow: async ({ index }) => ({ hasSchedule: index < 1 }) },
  },
  'rolling-horizon-going-on': {
    workflow: 'rollingHorizon',
    args: (executionId) => [{ executionId, windows: 3, from: 0 }],
    light: {
      closeWindow: async ({ index }) =>
        index === 1 ? { hasSchedule: false, goesOn: true } : { hasSchedule: true },
    },
  },
  // The first month holds, the second one not at first.
  'execution-of-months': {
    ...execution,
    args: executionInput(4),
    light: {
      beginExecution,
      joinMonth: async ({ index }) => ({ joined: index === 2 ? 0 : index === 0 ? 2 : 1 }),
    },
  },
  'execution-of-months-cancelled': {
    ...execution,
    args: executionInput(4),
    light: { beginExecution },
    midway: 'cancel',
    runSolver: search,
  },
  'connection-study': { ...study },
  'connection-study-failed': { ...study, runSolver: async () => fail('Out of memory', 'SOLVER_ERROR') },
  'connection-study-cancelled': { ...study, midway: 'cancel', runSolver: search },
  sweep: { workflow: 'sweep' },
  'sweep-with-entries': { workflow: 'sweep' },
  'sweep-with-schedules': { workflow: 'sweep' },
  scheduled: { ...scheduled },
  // The previous run is still open at the first two attempts.
  'scheduled-waiting': {
    ...scheduled,
    light: {
      runDue: async () => {
        if (activityInfo().attempt < 3) throw ApplicationFailure.retryable('The run is open', 'OPEN');
      },
    },
  },
  delivered: { ...delivery },
};
