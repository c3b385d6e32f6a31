/** GET /modules/analyst/solve/{job_id}/diff/{other_job_id} */
import { array, mixed, number, object, string } from 'yup';
import type { Series } from '../../../temporal/messages/result.ts';
import type { Principal } from '../../auth/principal.ts';
import type { Deps } from '../../deps.ts';
import { Conflict } from '../../errors.ts';
import { jobResult } from '../../jobs/job-result.ts';
import { diffResults } from '../../jobs/result-diff.ts';
import { defineRoute, reply } from '../../route.ts';
import { jobPath } from './job-path.ts';

const cost = () => number().nullable().defined().meta({ unit: '$' });
const names = () => array(string().required()).required();
const elements = () => object({ generators: names(), buses: names() }).required();
const series = (description: string) =>
  mixed<Series>((value): value is Series => typeof value === 'object' && value !== null)
    .required()
    .meta({ description });

const diff = object({
  cost: object({ total: cost(), energy: cost(), no_load: cost(), startup: cost() }).required(),
  commitment: array(
    object({
      generator: string().required(),
      hour: number().integer().min(0).required(),
      from: number().integer().required(),
      to: number().integer().required(),
    }),
  ).required(),
  dispatch_mw: series('Generator -> MW per common hour'),
  lmp: series('bus_<n> -> $/MWh per common hour'),
  only_in_first: elements(),
  only_in_second: elements(),
  notes: names(),
});

export const diffJobs = defineRoute({
  method: 'get',
  path: '/modules/analyst/solve/{job_id}/diff/{other_job_id}',
  summary: 'What changed between two schedules: the other job minus this one',
  tag: 'Solve',
  auth: 'bearer',
  module: { id: 'analyst', level: 'basic' },
  limit: 'read',
  params: jobPath.shape({
    other_job_id: string().required().max(128).meta({ description: 'Id of the job to compare with' }),
  }),
  responses: { 200: diff },
  errors: [404, 409, 422, 504],
  handle: async ({ params, user, deps }) => {
    const first = await schedule(deps, params.job_id, user);
    const second = await schedule(deps, params.other_job_id, user);
    return reply(200, diffResults(first, second));
  },
});

async function schedule(deps: Deps, jobId: string, user: Principal) {
  const { pending, result } = await jobResult(deps, jobId, user);
  if (pending) throw new Conflict(`The job ${jobId} is ${pending.status}: there is no schedule yet`);
  if (result.total_cost_usd !== null) return result;
  throw new Conflict(`The job ${jobId} ended ${result.termination_status} without a schedule`);
}
