/**
 * Runs the solver service on a free loopback port, with stores in memory and the engine behind its jobs; every reply is
 * checked.
 */
import type { Threads } from '../../../api/threads/threads.ts';
import type { DocumentTypes, PackedDocument } from '../../../mongo/documents.ts';
import type { JobRecord } from '../../../mongo/jobs.ts';
import { NETWORK_SEEDS } from '../../../mongo/networks.ts';
import { withSeeds } from '../../../mongo/with-seeds.ts';
import type { SolveInput } from '../../../temporal/case/messages/solve-run.ts';
import type { SolvePayload } from '../../../temporal/case/schema.ts';
import { serveSolver } from '../../../workers/http/serve.ts';
import type { ServiceDeps } from '../../../workers/http/service-deps.ts';
import { solve } from '../engine/solve.ts';
import { memoryIdempotency, memoryRecords } from '../stores/memory-records.ts';

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: ReturnType<typeof JSON.parse>;
}

export interface SolverServer {
  readonly url: string;
  readonly jobs: Map<string, JobRecord>;
  /** Ids of workflows that were started; those of cancelled workflows follow. */
  readonly started: string[];
  readonly cancelled: string[];
  readonly audited: { readonly event: string; readonly details: object }[];
  readonly failures: unknown[];
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  close(): Promise<void>;
}

interface Options {
  readonly token?: string;
  readonly maxBodyMb?: number;
  readonly deps?: Partial<ServiceDeps>;
  /** True to keep jobs queued. */
  readonly hold?: boolean;
  readonly threads?: Threads;
}

export async function startSolverServer({
  token,
  maxBodyMb = 1,
  deps,
  hold,
  threads,
}: Options = {}): Promise<SolverServer> {
  const state = memoryService(hold ?? false);
  const failures: unknown[] = [];
  const settings = {
    NODE_ENV: 'test',
    SOLVER_HOST: '127.0.0.1',
    SOLVER_PORT: 0,
    SOLVER_TOKEN: token,
    MAX_BODY_MB: maxBodyMb,
    API_MEMORY_MB: 1024,
  };
  const log = { info: () => undefined, error: (fields: object) => void failures.push(fields) };
  const server = await serveSolver(settings, { ...state.deps, ...deps }, log, threads);
  const url = `http://127.0.0.1:${server.port}`;
  return {
    ...state,
    url,
    failures,
    async call(method, path, body, headers = {}) {
      const response = await fetch(url + path, {
        method,
        headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      const text = await response.text();
      const reply = text === '' || path.startsWith('/docs') ? undefined : JSON.parse(text);
      return { status: response.status, headers: response.headers, body: reply };
    },
    close: server.close,
  };
}

function memoryService(hold: boolean) {
  const jobs = new Map<string, JobRecord>();
  const documents = new Map<string, DocumentTypes[keyof DocumentTypes]>();
  const started: string[] = [];
  const cancelled: string[] = [];
  const audited: { event: string; details: object }[] = [];
  const change = (id: string, changes: Partial<JobRecord>): void => {
    const job = jobs.get(id);
    if (job) jobs.set(id, { ...job, ...changes });
  };
  const run = async ({ jobId, jobType, mipGap }: SolveInput): Promise<void> => {
    const payload = JSON.parse(JSON.stringify(documents.get(`payload/${jobId}`)));
    documents.set(`result/${jobId}`, await solve(jobType, payload, { mipGap }));
    change(jobId, { status: 'completed', finished_at: new Date(), progress: 100 });
  };
  const parts: unknown = {
    jobs: {
      find: async (id: string) => jobs.get(id) ?? null,
      accept: async (job: JobRecord) => void (jobs.has(job._id) || jobs.set(job._id, job)),
      markWorkflowStarted: async (id: string) => change(id, { workflow_started: true }),
      queuedBefore: async () => 0,
    },
    findJob: async (id: string) => jobs.get(id) ?? null,
    workflowState: async () => undefined,
    documents: {
      get: async (kind: string, id: string) => documents.get(`${kind}/${id}`),
      openText: async (kind: string, id: string) => {
        const value = documents.get(`${kind}/${id}`);
        return value && { text: Buffer.from(JSON.stringify(value)), bytes: 0 };
      },
      putPacked: async (kind: string, id: string, { value }: PackedDocument<SolvePayload>) =>
        void documents.set(`${kind}/${id}`, value),
    },
    idempotency: memoryIdempotency(),
    networks: withSeeds(memoryRecords(), NETWORK_SEEDS),
    audit: {
      record: async (event: string, { details }: { details: object }) =>
        void audited.push({ event, details }),
      together: async (change: (tx: object) => Promise<unknown>, next: () => Promise<unknown>) => {
        await change({});
        await next();
      },
    },
    workflows: {
      start: async (input: SolveInput) => {
        started.push(input.jobId);
        if (!hold) await run(input);
      },
      cancel: async (id: string) => {
        cancelled.push(id);
        return true;
      },
    },
    solvers: ['highs'],
    slots: 2,
    maxHorizon: 168,
    now: () => new Date(),
    settings: { MAX_OPEN_JOBS: Number.POSITIVE_INFINITY },
    log: { warn: () => undefined },
  };
  return { jobs, started, cancelled, audited, deps: parts as ServiceDeps };
}
