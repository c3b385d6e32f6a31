/** Verification of a schedule from any source: nothing is solved or stored. */
import { boolean, type InferType, object, string } from 'yup';
import { jobTypeOf } from '../../temporal/case/arithmetic/elements.ts';
import { clientSchema } from '../../temporal/case/canonical/client-schema.ts';
import { canonicalSolveBody } from '../../temporal/case/canonical/solve-body.ts';
import { givenScheduleSchema, verificationSchema } from '../../temporal/case/messages/verification.ts';
import { payloadSchema } from '../../temporal/case/schema.ts';
import { JOB_TYPES } from '../../temporal/solvers.ts';
import { IMPORT_FORMATS } from '../formats/import-file.ts';
import { NETWORK_FORMATS } from '../formats/import-network.ts';
import { LONG_S, reply, routesFor } from '../http/route.ts';
import { checkedCase } from '../solve/check-payload.ts';
import type { SolveDeps } from '../solve/deps.ts';
import { UC_PAYLOAD } from '../solve/examples.ts';
import { solveRoute } from '../solve/route-parts.ts';
import { readForms } from './read-forms.ts';

const defineRoute = routesFor<SolveDeps>();

const bound = boolean().default(false).meta({
  description:
    'Also compute a lower bound: from `multipliers` of the schedule, or from prices of the relaxed case, searched for at most 25 s',
});

const jobType = string()
  .oneOf(JOB_TYPES)
  .optional()
  .meta({ description: 'Default: scuc if the case has branches, else uc' });

const verifyBody = object({
  type: jobType,
  payload: payloadSchema.required(),
  schedule: givenScheduleSchema
    .required()
    .meta({ description: 'Commitment and outputs, and any other parts of a result' }),
  bound,
});

/** Example of a schedule: the case of the solve example with its decisions only. */
export const VERIFY_EXAMPLE = {
  body: {
    type: 'uc',
    payload: UC_PAYLOAD,
    schedule: {
      commitment: { coal: [1, 1, 1, 1], gas: [0, 0, 1, 1], peaker: [0, 0, 0, 0] },
      dispatch_mw: { coal: [220, 270, 290, 250], gas: [0, 0, 60, 60], peaker: [0, 0, 0, 0] },
    },
  },
};

const verifySchedule = defineRoute({
  ...solveRoute,
  method: 'post',
  path: '/modules/analyst/verify',
  reads: true,
  seconds: LONG_S,
  summary:
    'Verify a schedule from any source: largest violation of every rule, cost, prices, lower bound; nothing is solved or stored',
  body: verifyBody,
  canonical: canonicalSolveBody,
  clientSchema,
  example: VERIFY_EXAMPLE,
  responses: { 200: verificationSchema },
  errors: [404, 409, 502],
  handle: async ({ body, user, deps }) => {
    const payload = await checkedCase(deps, body.payload, user);
    const type = body.type ?? jobTypeOf(payload);
    const answer = await deps.solverService.verify(user.userId, { ...body, type, payload });
    return reply(200, await withNotes(answer, []));
  },
});

const verifyFiles = defineRoute({
  ...solveRoute,
  method: 'post',
  path: '/modules/analyst/verify/files',
  reads: true,
  summary:
    'Verify a schedule in files: a form with `case/...` in a format that can be imported, and `schedule/...` of this service, UnitCommitment.jl, Egret or PyPSA, each as files or as one zip',
  query: object({
    format: string()
      .oneOf([...new Set([...IMPORT_FORMATS, ...NETWORK_FORMATS])])
      .required()
      .meta({
        description: 'Format of the case; that of the schedule is detected',
      }),
    type: jobType,
    bound,
  }),
  file: ['multipart/form-data'],
  responses: { 200: verificationSchema },
  errors: [502],
  handle: async ({ query, user, request, deps }) => {
    const { notes, ...caseAndSchedule } = await readForms(query.format, request, deps.settings.MAX_HORIZON);
    const type = query.type ?? caseAndSchedule.type;
    const body = { ...caseAndSchedule, type, bound: query.bound };
    return reply(200, await withNotes(await deps.solverService.verify(user.userId, body), notes));
  },
});

export const verifyRoutes = [verifySchedule, verifyFiles];

/** The verification in an answer of the solver service. `notes`: remarks on how the files were read. */
async function withNotes(
  answer: unknown,
  notes: readonly string[],
): Promise<InferType<typeof verificationSchema>> {
  const verification = await verificationSchema.validate(answer);
  return { ...verification, notes: [...notes, ...verification.notes] };
}
