/** Jobs with their payloads, results and scenarios, in memory. */
import { randomUUID } from 'node:crypto';
import type { Deps } from '../../../api/deps.ts';
import { type DocumentTypes, packDocument } from '../../../mongo/documents.ts';
import type { JobRecord } from '../../../mongo/jobs.ts';
import { newScenario, SCENARIO_SEEDS } from '../../../mongo/scenarios.ts';
import { withSeeds } from '../../../mongo/with-seeds.ts';
import type { SolveResult } from '../../../temporal/case/messages/result.ts';
import type { SolvePayload } from '../../../temporal/case/schema.ts';
import { noJobs } from '../stack/no-jobs.ts';
import { memoryRecords } from './memory-records.ts';

export interface AddedSolve {
  readonly userId: string;
  readonly scenarioId: string;
  readonly payload: SolvePayload;
  /** Result of the job; undefined while the job runs. */
  readonly result?: SolveResult;
  /** Time of submission; by default in the order of the calls. */
  readonly submittedAt?: Date;
}

export type MemorySolves = ReturnType<typeof memorySolves>;

export function memorySolves() {
  const none = noJobs();
  const records = new Map<string, JobRecord>();
  const stored = new Map<string, unknown>();
  const scenarios: Deps['scenarios'] = withSeeds(memoryRecords(), SCENARIO_SEEDS);
  const get = async <K extends keyof DocumentTypes>(kind: K, id: string) =>
    stored.get(`${kind}/${id}`) as DocumentTypes[K] | undefined;
  const getText: Deps['documents']['getText'] = async (kind, id) => {
    const value = stored.get(`${kind}/${id}`);
    return value === undefined ? undefined : Buffer.from(JSON.stringify(value));
  };
  const openText: Deps['documents']['openText'] = async (kind, id) => {
    const text = await getText(kind, id);
    return text && { text, bytes: 0 };
  };
  const find = async (jobId: string) => records.get(jobId) ?? null;
  const list: Deps['jobs']['list'] = async ({ userId, status, scenarioId }, limit, offset) => {
    const matches = [...records.values()]
      .filter((job) => job.user_id === userId && job.scenario_id === (scenarioId ?? job.scenario_id))
      .filter((job) => job.status === (status ?? job.status))
      .sort((a, b) => b.submitted_at.getTime() - a.submitted_at.getTime());
    return { jobs: matches.slice(offset, offset + limit), total: matches.length };
  };
  return {
    deps: {
      scenarios,
      findJob: find,
      jobs: { ...none.jobs, find, list },
      documents: { ...none.documents, get, getStored: get, getText, openText },
    } satisfies Partial<Deps>,
    scenarios,
    forget: (jobId: string) => ['payload', 'result'].map((kind) => stored.delete(`${kind}/${jobId}`)),
    /** Stores a scenario and a job that solves it; resolves with the id of the job. */
    async add({ userId, scenarioId, payload, result, submittedAt }: AddedSolve): Promise<string> {
      const job = toJob(userId, scenarioId, submittedAt ?? new Date(2026, 0, 1, 0, records.size), result);
      records.set(job._id, job);
      stored.set(`payload/${job._id}`, payload);
      if (result) stored.set(`result/${job._id}`, result);
      const change = {
        meta: { last_job_id: job._id },
        defaults: newScenario(scenarioId, payload),
        content: await packDocument(payload),
      };
      await scenarios.put(userId, scenarioId, change, job.submitted_at);
      return job._id;
    },
  };
}

const toJob = (
  user_id: string,
  scenario_id: string,
  submitted_at: Date,
  result: SolveResult | undefined,
): JobRecord => ({
  _id: randomUUID(),
  user_id,
  status: result ? 'completed' : 'running',
  job_type: 'scuc',
  solver: 'highs',
  scenario_id,
  name: null,
  tags: [],
  time_limit_s: 60,
  mip_gap: 0.001,
  submitted_at,
  started_at: submitted_at,
  finished_at: result ? submitted_at : null,
  error: null,
  parent: null,
  progress: result ? 100 : 0,
  termination_status: result?.termination_status ?? null,
  objective_value: result?.objective_value ?? null,
  workflow_started: true,
  checked_at: submitted_at,
});
