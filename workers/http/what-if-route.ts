/** First answer to a what-if: a cost interval of the changed case, available at once. */
import { object, string } from 'yup';
import { costInterval } from '../../activities/engine/run/cost-interval.ts';
import { reply } from '../../api/http/route.ts';
import { payloadProblems } from '../../temporal/case/checks/payload-problems.ts';
import { multipliersSchema } from '../../temporal/case/messages/result.ts';
import { series } from '../../temporal/case/messages/series.ts';
import { costIntervalSchema } from '../../temporal/case/messages/what-if.ts';
import { payloadSchema } from '../../temporal/case/schema.ts';
import { JOB_TYPES } from '../../temporal/solvers.ts';
import { defineRoute, FOR_CALLERS, refuseProblems } from './service-deps.ts';

/** Deadline, s, for all attempts at a schedule and the check of the last one. */
const DEADLINE_S = 25;

export const whatIf = defineRoute({
  ...FOR_CALLERS,
  tag: 'Solve',
  method: 'post',
  path: '/what-if',
  summary: 'Bounds of the optimal cost of a changed case; nothing is stored',
  query: object({ type: string().oneOf(JOB_TYPES).required() }),
  body: object({
    payload: payloadSchema.required().meta({ isStored: true }),
    commitment: series('Generator -> 0 or 1 per hour, of the case before the change')
      .required()
      .meta({ isStored: true }),
    multipliers: multipliersSchema.optional().default(undefined).meta({ isStored: true }),
  }),
  seconds: DEADLINE_S,
  responses: { 200: costIntervalSchema },
  handle: async ({ query, body, deps, request }) => {
    refuseProblems(payloadProblems(body.payload, { maxHorizon: deps.maxHorizon }), ['payload']);
    return reply(200, await costInterval(deps.engine, query.type, body, request));
  },
});
