/** Routes that submit a solve, check a case without solving it, and describe the solver module. */
import { array, boolean, object, string } from 'yup';
import { clientSchema } from '../../temporal/case/canonical/client-schema.ts';
import { canonicalSolveBody } from '../../temporal/case/canonical/solve-body.ts';
import { dryRunSchema } from '../../temporal/case/messages/dry-run.ts';
import { JOB_TYPES, type JobType, SOLVERS } from '../../temporal/solvers.ts';
import { ServiceUnavailable } from '../http/errors.ts';
import { SUBMISSION_HEADERS } from '../http/headers.ts';
import { type Example, reply, routesFor } from '../http/route.ts';
import { checkedPayload } from './check-payload.ts';
import type { SolveDeps } from './deps.ts';
import { ED_EXAMPLE, SCUC_EXAMPLE, UC_EXAMPLE } from './examples.ts';
import { acceptedReply, jobHandle, levelOf, solveRoute } from './route-parts.ts';
import { solveBody, submitSolve } from './submit.ts';
import { unknownFields } from './unknown-fields.ts';

const defineRoute = routesFor<SolveDeps>();

const submitRoute = (type: JobType, summary: string, example: Example) =>
  defineRoute({
    ...solveRoute,
    method: 'post',
    path: `/modules/analyst/solve/${type}`,
    light: true,
    summary,
    module: { id: 'analyst', level: levelOf(type) },
    limit: 'own',
    body: solveBody,
    canonical: canonicalSolveBody,
    clientSchema,
    example,
    heeds: ['Idempotency-Key'],
    responses: { 202: jobHandle },
    headers: { 202: SUBMISSION_HEADERS },
    errors: [404, 409, 429, 502],
    handle: async ({ body, user, request, deps }) =>
      acceptedReply(await submitSolve(deps, type, body, { user, request })),
  });

const submitUc = submitRoute('uc', 'Submit a unit-commitment solve', UC_EXAMPLE);

const submitScuc = submitRoute('scuc', 'Submit a security-constrained unit-commitment solve', SCUC_EXAMPLE);

const submitEd = submitRoute('ed', 'Submit an economic-dispatch solve', ED_EXAMPLE);

const validateSolve = defineRoute({
  ...solveRoute,
  method: 'post',
  path: '/modules/analyst/solve/validate',
  // Time limit of the route, s: the solver service may take 25 s.
  seconds: 30,
  summary: 'Check a submission: findings and model size; nothing is stored or solved',
  query: object({ type: string().oneOf(JOB_TYPES).default('uc') }),
  body: solveBody,
  canonical: canonicalSolveBody,
  clientSchema,
  example: { query: { type: 'scuc' }, body: SCUC_EXAMPLE.body },
  responses: { 200: dryRunSchema },
  errors: [404, 409, 502],
  handle: async ({ query, body, user, deps }) => {
    const payload = await checkedPayload(deps, body.payload, user);
    const dryRun = await dryRunSchema.validate(
      await deps.solverService.validate(user.userId, query.type, payload),
    );
    return reply(200, { ...dryRun, findings: [...dryRun.findings, ...unknownFields(body.payload)] });
  },
});

const CAPABILITIES = [
  'unit_commitment',
  'security_constrained_uc',
  'economic_dispatch',
  'lmp',
  'n1_contingencies',
  'experiments',
] as const;
const MODULE_VERSION = '2.0.0';

const solverHealth = defineRoute({
  method: 'get',
  path: '/modules/analyst/solve/enhanced-uc/health',
  light: true,
  summary: 'Capabilities of the solver module; 503 when it cannot be reached',
  tag: 'Solve',
  auth: 'none',
  responses: {
    200: object({
      loaded: boolean().required(),
      api_version: string().required(),
      capabilities: array(string().oneOf(CAPABILITIES).required()).required(),
      supported_modes: array(string().oneOf(JOB_TYPES).required()).required(),
      supported_solvers: array(string().oneOf(SOLVERS).required()).required(),
    }),
  },
  errors: [503],
  handle: async ({ deps }) => {
    const { solvers } = await deps.solverService.health().catch((cause: unknown) => {
      throw new ServiceUnavailable('Solver module not loaded', { cause });
    });
    return reply(200, {
      loaded: true,
      api_version: MODULE_VERSION,
      capabilities: [...CAPABILITIES],
      supported_modes: [...JOB_TYPES],
      supported_solvers: solvers,
    });
  },
});

export const solveRoutes = [solverHealth, submitUc, submitScuc, submitEd, validateSolve];
