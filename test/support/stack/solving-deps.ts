/** The parts of `Deps` for questions to the analyst: the engine, in this process, solves a job as soon as it starts. */
import type { Deps } from '../../../api/deps.ts';
import type { PackedDocument } from '../../../mongo/documents.ts';
import type { JobRecord } from '../../../mongo/jobs.ts';
import { newRecord } from '../../../mongo/lifecycle.ts';
import type { SolveResult } from '../../../temporal/case/messages/result.ts';
import type { SolveInput } from '../../../temporal/case/messages/solve-run.ts';
import type { SolvePayload } from '../../../temporal/case/schema.ts';
import type { JobType } from '../../../temporal/solvers.ts';
import { solve } from '../engine/solve.ts';
import { memoryIdempotency } from '../stores/memory-records.ts';
import { testDeps } from './app.ts';

export interface SolvingDeps {
  readonly deps: Deps;
  readonly jobs: Map<string, JobRecord>;
  /** Ids of workflows that were started; those of workflows that were asked to stop follow. */
  readonly started: string[];
  readonly cancelled: string[];
  /** While true, jobs stay queued. */
  hold: boolean;
  /** Adds a completed job of the user, solved to optimality. */
  solved(payload: SolvePayload, jobType?: JobType, changes?: Partial<JobRecord>): Promise<JobRecord>;
}

export const USER_ID = 'asker';
/** Id of a scenario that every user has. */
export const SCENARIO_ID = 'base';

export function solvingDeps(): SolvingDeps {
  const jobs = new Map<string, JobRecord>();
  const payloads = new Map<string, SolvePayload>();
  const results = new Map<string, SolveResult>();
  const change = (id: string, changes: Partial<JobRecord>): void => {
    const job = jobs.get(id);
    if (job) jobs.set(id, { ...job, ...changes });
  };
  const run = async ({ jobId, jobType, mipGap }: SolveInput): Promise<void> => {
    const payload = payloads.get(jobId);
    if (!payload) throw new Error('no payload');
    results.set(jobId, await solve(jobType, payload, { mipGap }));
    change(jobId, { status: 'completed', finished_at: new Date() });
  };
  const support: SolvingDeps = {
    jobs,
    started: [],
    cancelled: [],
    hold: false,
    deps: testDeps({
      deps: {
        pingTemporal: async () => undefined,
        ...fakes(),
      },
    }),
    async solved(payload, jobType = 'uc', changes = {}) {
      const id = crypto.randomUUID();
      const job = { ...aJob(id, jobType), ...changes };
      jobs.set(id, job);
      payloads.set(id, payload);
      results.set(id, await solve(jobType, payload));
      return job;
    },
  };
  return support;

  function fakes(): Partial<Deps> {
    const parts: unknown = {
      findJob: async (id: string) => jobs.get(id) ?? null,
      idempotency: memoryIdempotency(),
      solverService: { requireSolver: async () => undefined },
      jobs: {
        find: async (id: string) => jobs.get(id) ?? null,
        list: async ({ scenarioId }: { scenarioId?: string }) => ({
          jobs: [...jobs.values()].filter((job) => job.scenario_id === scenarioId && job.parent === null),
        }),
        accept: async (job: JobRecord) => {
          if (!jobs.has(job._id)) jobs.set(job._id, job);
        },
        countOpen: async () => 0,
        queuedBefore: async () => 0,
        markWorkflowStarted: async (id: string) => change(id, { workflow_started: true }),
      },
      documents: {
        getStored: async (_kind: string, id: string) => payloads.get(id),
        get: async (kind: string, id: string) => (kind === 'payload' ? payloads : results).get(id),
        putPacked: async (_: string, id: string, { value }: PackedDocument<SolvePayload>) =>
          void payloads.set(id, value),
      },
      workflows: {
        start: async (input: SolveInput) => {
          support.started.push(input.jobId);
          if (!support.hold) await run(input);
        },
        cancel: async (id: string) => {
          support.cancelled.push(id);
          change(id, { status: 'cancelled' });
          return true;
        },
      },
    };
    return parts as Partial<Deps>;
  }
}

const aJob = (id: string, job_type: JobType): JobRecord => ({
  ...newRecord(id, USER_ID, new Date()),
  status: 'completed',
  workflow_started: true,
  job_type,
  solver: 'highs',
  scenario_id: SCENARIO_ID,
  name: null,
  tags: [],
  time_limit_s: 60,
  mip_gap: 0,
  parent: null,
  progress: 100,
  termination_status: 'OPTIMAL',
  objective_value: null,
});
