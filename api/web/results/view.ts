/** What a view of a result is given: the job, and its result without the long series. */
import { data, type Reply } from '../../client/client.ts';
import { countIn } from '../parts/interval.ts';
import { api } from '../parts/session.ts';
import type { Result } from './pack.ts';
import { readFields, readResult } from './result-data.tsx';
import { CASE_FIELDS, RESULT_FIELDS } from './room.ts';

export type Job = Reply<'getModulesAnalystSolveByJobIdStatus'>;

const SUMMARY_FIELDS = [
  'interval_minutes',
  'start_time',
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

/** The name of the job; without one, its scenario. */
export const titleOf = ({ name, scenario_id }: Pick<Job, 'name' | 'scenario_id'>): string =>
  name || scenario_id;

export const readJob = (job_id: string, signal: AbortSignal): Promise<Job> =>
  data(api.GET('/api/modules/analyst/solve/{job_id}/status', { params: { path: { job_id } }, signal }));

/** For a job that is completed. */
export async function readSummary(jobId: string, signal: AbortSignal): Promise<Summary> {
  // The summary also shows series; for a large result one reply is faster than two.
  const isAlone = /[?&]view=(?!summary)/.test(location.hash);
  // The chart asks again, and shows a refusal.
  if (!isAlone) readFields(jobId, 'case', CASE_FIELDS).catch(() => undefined);
  const summary = await readResult(jobId, [...SUMMARY_FIELDS, ...(isAlone ? [] : RESULT_FIELDS)]);
  signal.throwIfAborted();
  countIn(summary);
  return summary;
}

export interface ResultViewProps {
  readonly job: Job;
  readonly summary: Summary;
}
