/** What a view of a result is given: the job, and its result without the long series. */

import type { ComponentType } from 'preact';
import { data, type Reply } from '../../client/client.ts';
import { countIn } from '../parts/interval.ts';
import { api } from '../parts/session.ts';

export type Job = Reply<'getModulesAnalystSolveByJobIdStatus'>;
/** Whole, and not some fields of it. */
type Result = Extract<
  Reply<'getModulesAnalystSolveByJobIdResults'>,
  { readonly commitment: object; readonly total_cost_usd: number | null }
>;

const SUMMARY_FIELDS = [
  'interval_minutes',
  'start_time',
  'solve_time_s',
  'objective_value',
  'termination_status',
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
  'infeasibility_reasons',
  'infeasibility',
  'certificate',
  'convergence',
] as const satisfies readonly (keyof Result)[];

export type Summary = Pick<Result, (typeof SUMMARY_FIELDS)[number]>;

/** A name that somebody gave, else what was solved. */
export const titleOf = ({ name, scenario_id }: Pick<Job, 'name' | 'scenario_id'>): string =>
  name || scenario_id;

/** For a job that is completed. */
export async function readSummary(jobId: string, signal: AbortSignal): Promise<Summary> {
  const query = { fields: SUMMARY_FIELDS.join(',') };
  const params = { path: { job_id: jobId }, query };
  const reply: unknown = await data(
    api.GET('/api/modules/analyst/solve/{job_id}/results', { params, signal }),
  );
  // The document knows a reply of all fields, and one of any.
  const summary = reply as Summary;
  countIn(summary);
  return summary;
}

export interface ResultViewProps {
  readonly job: Job;
  readonly summary: Summary;
}

/** One tab of the page of a job. */
export interface ResultView {
  /** In the address: `/jobs/7?view=prices`. */
  readonly name: string;
  readonly text: string;
  /** Whether this result has what the view shows. */
  readonly isThere: (shown: ResultViewProps) => boolean;
  readonly load: () => Promise<ComponentType<ResultViewProps>>;
}
