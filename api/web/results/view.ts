/** Props of result views: the job, and its result without series; functions that read them. */
import { data, type Reply } from '../../client/client.ts';
import { isGuest } from '../parts/guest.ts';
import { countIn, intervalHours } from '../parts/interval.ts';
import { api } from '../parts/session.ts';
import type { Result } from './pack.ts';
import { markPrices } from './price-words.ts';
import { readCase, readFields, readResult } from './result-data.tsx';
import { CASE_FIELDS, RESULT_FIELDS } from './room.ts';

export type Job = Reply<'getModulesAnalystSolveByJobIdStatus'>;

const SUMMARY_FIELDS = [
  'interval_minutes',
  'start_time',
  'prices',
  'solve_time_s',
  'objective_value',
  'termination_status',
  'end_reason',
  'verdict',
  'total_cost_usd',
  'mip_gap',
  'lower_bound_usd',
  'node_count',
  'solver',
  'solver_version',
  'cost_breakdown',
  'total_emissions_t',
  'emission_cost_usd',
  'warnings',
  'infeasibility',
  'certificate',
  'convergence',
] as const satisfies readonly (keyof Result)[];

export type Summary = Pick<Result, (typeof SUMMARY_FIELDS)[number]>;

/** Title of a job: its name or, without one, its scenario. */
export const titleOf = ({ name, scenario_id }: Pick<Job, 'name' | 'scenario_id'>): string =>
  name || scenario_id;

export const readJob = (job_id: string, signal: AbortSignal): Promise<Job> =>
  data(api.GET('/api/modules/analyst/solve/{job_id}/status', { params: { path: { job_id } }, signal }));

/** Reads the summary of a completed job. */
export async function readSummary(jobId: string, signal: AbortSignal): Promise<Summary> {
  // The summary tab also needs series. They are read in the same request: for large results, one reply is faster than
  // two.
  const isAlone = /[?&]view=(?!summary)/.test(location.hash);
  // A failure is ignored here: the chart reads the series again and reports the failure.
  if (!isAlone) readFields(jobId, 'case', CASE_FIELDS).catch(() => undefined);
  const summary = await readResult(jobId, [...SUMMARY_FIELDS, ...(isAlone ? [] : RESULT_FIELDS)]);
  signal.throwIfAborted();
  countIn(summary);
  markPrices(summary);
  return summary;
}

/** Windows of a run that are solved: the window of the job, the window before it and the window after it. */
export async function readDays({ part_of: part }: Pick<Job, 'part_of'>, signal: AbortSignal) {
  if (part?.type !== 'execution') return [];
  const path = { execution_id: part.id };
  const query = { offset: Math.max(0, part.index - 1), limit: 3 };
  const params = { path, query };
  return (await data(api.GET('/api/model-builder/executions/{execution_id}/days', { params, signal }))).days;
}

/** Kept part of a window of a run: number of intervals and their cost, $. The rest of the window is look-ahead. */
export interface Kept {
  readonly hours: number;
  readonly usd: number | undefined;
}

/** Reads the kept part of a window. Undefined if all hours are kept, and for guests, who may not read the run. */
export async function readKept(job: Job, signal: AbortSignal): Promise<Kept | undefined> {
  const days = isGuest ? [] : await readDays(job, signal);
  const day = days.find(({ job_id }) => job_id === job.job_id);
  if (!day) return undefined;
  const { horizon } = await readCase(job.job_id, ['horizon']);
  const hours = day.hours / intervalHours();
  return hours < horizon ? { hours, usd: day.totals?.total_cost_usd } : undefined;
}

export interface ResultViewProps {
  readonly job: Job;
  readonly summary: Summary;
  readonly kept: Kept | undefined;
}
