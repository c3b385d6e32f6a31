/**
 * Jobs, experiments and executions. A repeated request submits only one run. Runs are followed to their end, through
 * lost connections and restarts of the service.
 */
import type { Client, operations, Reply } from './client.ts';
import { data } from './client.ts';
import { isPassing, sleep } from './patient-fetch.ts';

export type Job = Reply<'getModulesAnalystSolveByJobIdStatus'>;
export type Experiment = Reply<'getExperimentsByExperimentIdStatus'>;
export type Execution = Reply<'getModelBuilderExecutionsByExecutionId'>;
export type Study = Reply<'getConnectionStudiesByStudyId'>;
export type Connections = Reply<'getConnectionStudiesByStudyIdResults'>;
export type JobType = Job['job_type'];
/** A whole result. The API document also describes replies with selected fields. */
export type JobResult = Extract<
  Reply<'getModulesAnalystSolveByJobIdResults'>,
  { readonly commitment: object }
>;
type Run = Pick<Job, 'status'>;

export type SolveBody = Body<'postModulesAnalystSolveUc'>;
export type ExperimentBody = Body<'postExperimentsSubmit'>;
export type ExecutionBody = Body<'postModelBuilderRun'>;
export type StudyBody = Body<'postConnectionStudies'>;
type Body<O extends keyof operations> = operations[O] extends {
  requestBody: { content: { 'application/json': infer Content } };
}
  ? Content
  : never;

export const isOver = ({ status }: Run): boolean => ['completed', 'failed', 'cancelled'].includes(status);

const DAY_H = 24;

/** Title of a run, as runs have no names: `rts, 7 days from 2020-07-01`. */
export function runTitle({
  network_id,
  horizon,
  start_time,
}: Pick<Execution, 'network_id' | 'horizon' | 'start_time'>): string {
  const days = horizon / DAY_H;
  const length = Number.isInteger(days) ? `${days} ${days === 1 ? 'day' : 'days'}` : `${horizon} h`;
  const from = start_time === null ? '' : ` from ${start_time.slice(0, 'YYYY-MM-DD'.length)}`;
  return `${network_id}, ${length}${from}`;
}

/** Title of a connection study. */
export const studyTitle = (study: Parameters<typeof runTitle>[0]): string =>
  `Connections to ${runTitle(study)}`;

/** Place in the queue in words: `next in line`, `3 ahead of it`. `before`: number of jobs ahead in the queue. */
export const queueWords = (before: number): string =>
  before === 0 ? 'next in line' : `${before} ahead of it`;

/** End reason -> words; empty where the termination status already states it. */
export const END_WORDS: Readonly<Record<NonNullable<JobResult['end_reason']>, string>> = {
  proven: 'proven',
  gap_reached: 'gap reached',
  time_limit: 'time limit',
  stopped: 'stopped early',
  cancelled: 'cancelled',
  memory: 'out of memory',
  infeasible: '',
};

/** Number of solves that have ended, in all months if months are solved in parallel. */
export const solvesDone = ({ windows_done, months = [] }: Progress): number =>
  Math.max(
    windows_done,
    months.reduce((sum, month) => sum + month.windows_done, 0),
  );

/**
 * Remaining time, s, extrapolated from the solves that have ended; null before the first solve and after the last one
 * has ended.
 */
export function secondsLeft(run: Progress, nowMs: number): number | null {
  const { started_at, windows_total } = run;
  const done = solvesDone(run);
  if (isOver(run) || started_at === null || done === 0 || done >= windows_total) return null;
  const elapsedS = Math.max(0, nowMs - Date.parse(started_at)) / 1000;
  return (elapsedS / done) * (windows_total - done);
}

/** Status in words, and the outcome if it is known: a `completed` run may have no schedule. */
export function standingWords({ status, outcome }: Pick<Experiment, 'status' | 'outcome'>): string {
  if (status === 'completed') return outcome?.replace('_', ' ') ?? 'ended';
  return outcome === null || outcome === 'unsolved' ? status : `${status}, ${outcome.replace('_', ' ')}`;
}

/**
 * Number of solves without a schedule, in words: `, 10 without a schedule: INFEASIBLE`; empty if every solve that ended
 * has a schedule.
 */
export function unsolvedWords(unsolved: number, causes: readonly string[]): string {
  const without = unsolved > 0 ? `, ${unsolved} without a schedule` : '';
  return `${without}${causes.length > 0 ? `: ${causes.join(', ')}` : ''}`;
}

type Progress = Pick<Execution, 'status' | 'started_at' | 'windows_done' | 'windows_total' | 'months'>;

/** Number of suffixes: all numbers of four digits to the base 36. */
const SUFFIX = 36 ** 4;

/** Id with a random suffix, so that a copy of a shared scenario does not hide the original. */
export const newId = (id: string): string => `${id}-${Math.floor(Math.random() * SUFFIX).toString(36)}`;

/** Random key of a submission; `crypto.randomUUID` is missing on pages without TLS. */
export function submissionKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

const submission = (key = submissionKey()) => ({ header: { 'Idempotency-Key': key } });

/** Submits a job; resolves with its id. `key`: idempotency key, for callers that may repeat the submission. */
export async function submitJob(
  client: Client,
  type: JobType,
  body: SolveBody,
  signal?: AbortSignal,
  key?: string,
): Promise<string> {
  const init = { body, params: submission(key), ...(signal && { signal }) };
  const submit = {
    uc: () => client.POST('/api/modules/analyst/solve/uc', init),
    scuc: () => client.POST('/api/modules/analyst/solve/scuc', init),
    ed: () => client.POST('/api/modules/analyst/solve/ed', init),
  };
  return (await data(submit[type]())).job_id;
}

/**
 * Submits the case of an infeasible job with its smallest repair; resolves with the id of the new job. `new_version`:
 * also saves the case as the newest version of the scenario.
 */
export async function submitRepair(client: Client, jobId: string, new_version = false): Promise<string> {
  const params = { path: { job_id: jobId }, query: { new_version }, ...submission() };
  return (await data(client.POST('/api/modules/analyst/solve/{job_id}/repair', { params }))).job_id;
}

export const submitExperiment = (client: Client, body: ExperimentBody) =>
  data(client.POST('/api/experiments/submit', { body, params: submission() }));

/** Submits a run of the model builder; resolves with its execution id. */
export async function submitExecution(client: Client, body: ExecutionBody): Promise<string> {
  return (await data(client.POST('/api/model-builder/run', { body, params: submission() }))).execution_id;
}

/** Submits a study of new connections. */
export const submitStudy = (client: Client, body: StudyBody, key?: string) =>
  data(client.POST('/api/connection-studies', { body, params: submission(key) }));

export interface FollowOptions {
  readonly signal?: AbortSignal;
  /** Longest outage of the service that is waited out, ms; 10 min if absent. */
  readonly patienceMs?: number;
}

/** Reads the status of a run. The server answers when the status changes, or after the wait in `header`. */
type ReadRun<R> = (header: { Prefer: string }, signal: AbortSignal | null) => Promise<R>;

export const followJob = (client: Client, job_id: string, options?: FollowOptions): AsyncGenerator<Job> =>
  follow((header, signal) => {
    const params = { path: { job_id }, header };
    return data(client.GET('/api/modules/analyst/solve/{job_id}/status', { params, signal }));
  }, options);

export const followExperiment = (
  client: Client,
  experiment_id: string,
  options?: FollowOptions,
): AsyncGenerator<Experiment> =>
  follow((header, signal) => {
    const params = { path: { experiment_id }, header };
    return data(client.GET('/api/experiments/{experiment_id}/status', { params, signal }));
  }, options);

export const followExecution = (
  client: Client,
  execution_id: string,
  options?: FollowOptions,
): AsyncGenerator<Execution> =>
  follow((header, signal) => {
    const params = { path: { execution_id }, header };
    return data(client.GET('/api/model-builder/executions/{execution_id}', { params, signal }));
  }, options);

export const followStudy = (
  client: Client,
  study_id: string,
  options?: FollowOptions,
): AsyncGenerator<Study> =>
  follow((header, signal) => {
    const params = { path: { study_id }, header };
    return data(client.GET('/api/connection-studies/{study_id}', { params, signal }));
  }, options);

/** Reads the results of a completed study. The cast is needed because the route has them as CSV too. */
export const readConnections = async (client: Client, study_id: string): Promise<Connections> =>
  (await data(
    client.GET('/api/connection-studies/{study_id}/results', { params: { path: { study_id } } }),
  )) as Connections;

/** Resolves with the last status of a run. */
export async function untilOver<R>(statuses: AsyncIterable<R>): Promise<R> {
  let last: R | undefined;
  for await (const status of statuses) last = status;
  if (last === undefined) throw new Error('The run has no status');
  return last;
}

const PATIENCE_MS = 600_000;
const AGAIN_MS = 1000;
/** Longest time between two status reads, s. */
const LOOK_S = 1;

/**
 * Yields every status that is read, the final one last. Uses long polls rather than events: they return whole statuses,
 * exist for every kind of run, and pass through any proxy.
 */
async function* follow<R extends Run>(
  read: ReadRun<R>,
  { signal, patienceMs = PATIENCE_MS }: FollowOptions = {},
): AsyncGenerator<R> {
  let until = Date.now() + patienceMs;
  // The first read does not wait, so that the status of a run that has ended is returned immediately.
  for (let waitS = 0; ; waitS = LOOK_S) {
    try {
      const status = await read({ Prefer: `wait=${waitS}` }, signal ?? null);
      yield status;
      if (isOver(status)) return;
      until = Date.now() + patienceMs;
    } catch (error) {
      if (signal?.aborted || !isPassing(error) || Date.now() > until) throw error;
      await sleep(AGAIN_MS, signal);
    }
  }
}
