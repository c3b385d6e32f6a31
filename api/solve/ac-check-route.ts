/** Check of a job's schedule by AC power flows: nothing is solved or stored. */
import { acProblems } from '../../temporal/case/checks/ac-problems.ts';
import {
  AC_SCHEDULE,
  type AcCheck,
  type AcData,
  acCheckSchema,
  acDataSchema,
} from '../../temporal/case/messages/ac-check.ts';
import { Conflict, NotFound, Unprocessable } from '../http/errors.ts';
import type { Principal } from '../http/principal.ts';
import { LONG_S, reply, routesFor } from '../http/route.ts';
import type { SolveDeps } from './deps.ts';
import { jobResult } from './result.ts';
import { jobPath, solveRoute } from './route-parts.ts';

const defineRoute = routesFor<SolveDeps>();

const checkAc = defineRoute({
  ...solveRoute,
  method: 'post',
  path: '/modules/analyst/solve/{job_id}/ac-check',
  reads: true,
  seconds: LONG_S,
  summary:
    'Check the schedule of a job in alternating current: a Newton power flow of every interval, with losses, voltages, loadings and reactive limits; nothing is stored',
  params: jobPath,
  body: acDataSchema,
  example: {
    body: {
      slack_buses: [1],
      power_factor: 0.95,
      buses: [{ bus: 2, v_set_pu: 1.02, shunt_mvar: 10 }],
      branches: [{ id: 'L1', r_pu: 0.01, b_pu: 0.02, rating_mva: 250 }],
      generators: [{ name: 'coal', q_min_mvar: -60, q_max_mvar: 100, v_set_pu: 1.03 }],
    },
  },
  responses: { 200: acCheckSchema },
  errors: [409, 502],
  handle: async ({ params, body, user, deps }) =>
    reply(200, await checkedSchedule(deps, params.job_id, body, user)),
});

export const acCheckRoutes = [checkAc];

async function checkedSchedule(
  deps: SolveDeps,
  jobId: string,
  ac: AcData,
  user: Principal,
): Promise<AcCheck> {
  const { pending, result } = await jobResult(deps, jobId, user);
  if (pending) throw new Conflict(`The job ${jobId} is ${pending.status}: it has no schedule to check yet`);
  if (result.objective_value === null)
    throw new Conflict(`The job ${jobId} ended ${result.termination_status}: it has no schedule to check`);
  const payload = await deps.documents.get('payload', jobId);
  if (!payload) throw new NotFound('The case of this job is no longer stored');
  if (!payload.transmission_lines?.some(({ in_service }) => in_service !== false))
    throw new Conflict(`The case of the job ${jobId} has no line in service: a power flow needs a network`);
  const problems = acProblems(payload, ac).slice(0, MOST_PROBLEMS);
  if (problems.length > 0)
    throw new Unprocessable(problems.map(({ path, msg, type }) => ({ loc: ['body', ...path], msg, type })));
  const schedule = Object.fromEntries(AC_SCHEDULE.map((field) => [field, result[field]]));
  return acCheckSchema.validate(await deps.solverService.acCheck(user.userId, { payload, schedule, ac }));
}

/** Most findings in a reply. */
const MOST_PROBLEMS = 100;
