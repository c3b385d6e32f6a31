/**
 * Fake activities of the orchestration queue without side effects: an experiment of four scenarios, windows that solve.
 */
import type { RecordActivities } from '../../activities/index.ts';
import { NOT_STARTED } from '../../temporal/case/messages/job.ts';
import type { Heartbeat, RunSolverInput, SolveSummary } from '../../temporal/case/messages/solve-run.ts';
import { executionInput, partInput } from './inputs.ts';

export type LightActivities = RecordActivities;
export type RunSolver = (input: RunSolverInput) => Promise<SolveSummary>;

export const SUMMARY: SolveSummary = { terminationStatus: 'OPTIMAL', objectiveValue: 5, mipGap: 0 };

const STARTED_AT = '2026-01-01T00:00:00.000Z';
const FINISHED_AT = '2026-01-01T00:00:09.000Z';

export const PROGRESS: Heartbeat = {
  schema: 1,
  startedAt: STARTED_AT,
  starts: 1,
  percent: 40,
  progress: { ...NOT_STARTED, phase: 'search', incumbent: 7 },
};

const SCENARIOS = 4;
/** Runs of connection studies that have been prepared. */
const preparedRuns = new Set<string>();
const NO_CONNECTION = {
  base: { execution_id: 'e1', total_cost_usd: 5, co2_t: null, serves: true, message: null },
  candidates: [],
};

export const LIGHT_ACTIVITIES: LightActivities = {
  finishJob: async ({ end }) => ({ end, finishedAt: FINISHED_AT }),
  beginExperiment: async () => ({ startedAt: STARTED_AT, completed: 0 }),
  prepareScenarios: async ({ experimentId, after }) => {
    const indexes = Array.from({ length: SCENARIOS - 1 - after }, (_, i) => after + 1 + i);
    return {
      scenarios: indexes.map((index) => ({
        index,
        input: partInput('experiment', experimentId, index),
        rows: 1,
      })),
      refused: 0,
      last: indexes.at(-1) ?? null,
    };
  },
  closeScenario: async () => undefined,
  finishExperiment: async ({ end }) => ({
    end,
    counts: { queued: 0, running: 0, completed: SCENARIOS, failed: 0, cancelled: 0 },
    finishedAt: FINISHED_AT,
  }),
  beginExecution: async () => ({ startedAt: STARTED_AT, closed: 0 }),
  prepareWindow: async ({ executionId, index, chain }) => ({
    input: partInput('execution', chain === undefined ? executionId : `${executionId}/${chain}`, index),
  }),
  nextAllowance: async () => ({ from: 0 }),
  joinMonth: async () => ({ joined: 0 }),
  closeWindow: async () => ({ hasSchedule: true }),
  finishExecution: async ({ end }) => ({ end: end ?? COMPLETED, finishedAt: FINISHED_AT }),
  beginConnectionStudy: async () => ({ startedAt: STARTED_AT }),
  prepareConnectionRun: async ({ studyId, part }) => {
    const index = part === null ? 0 : part + 1;
    const prepared = preparedRuns.has(`${studyId}/${index}`);
    preparedRuns.add(`${studyId}/${index}`);
    const [input] = executionInput(1)(`${studyId}/${index}`);
    return { input: prepared ? null : { ...input, experimentId: studyId } };
  },
  finishConnectionStudy: async ({ end }) => ({
    end: end ?? { status: 'completed', results: NO_CONNECTION },
    finishedAt: FINISHED_AT,
  }),
  startUnstarted: async () => 0,
  closeAbandoned: async () => 0,
  appendLeftEntries: async () => 0,
  deleteExpiredDocuments: async () => 0,
  sweepDeliveries: async () => 0,
  sweepSchedules: async () => 0,
  runDue: async () => undefined,
};

const COMPLETED = {
  status: 'completed',
  results: {
    objective_value: 5,
    termination_status: 'FEASIBLE',
    solve_time_s: 1,
    total_cost_usd: 5,
    job_id: null,
    message: null,
    totals: null,
  },
} as const;
