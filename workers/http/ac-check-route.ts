/** Check of a schedule by AC power flows; nothing is stored. */
import { object } from 'yup';
import { acCheck } from '../../activities/power-flow/ac-check.ts';
import { reply } from '../../api/http/route.ts';
import { acProblems } from '../../temporal/case/checks/ac-problems.ts';
import { payloadProblems } from '../../temporal/case/checks/payload-problems.ts';
import { scheduleProblems } from '../../temporal/case/checks/schedule-problems.ts';
import { AC_SCHEDULE, acCheckSchema, acDataSchema } from '../../temporal/case/messages/ac-check.ts';
import { givenScheduleSchema } from '../../temporal/case/messages/verification.ts';
import { payloadSchema } from '../../temporal/case/schema.ts';
import { defineRoute, FOR_CALLERS, refuseProblems } from './service-deps.ts';

export const checkAc = defineRoute({
  ...FOR_CALLERS,
  tag: 'Solve',
  method: 'post',
  path: '/ac-check',
  summary: 'Check a schedule by an AC power flow of every interval; nothing is stored',
  body: object({
    payload: payloadSchema.required().meta({ isStored: true }),
    schedule: givenScheduleSchema
      .pick([...AC_SCHEDULE])
      .required()
      .meta({ isStored: true }),
    ac: acDataSchema.required(),
  }),
  seconds: 55,
  responses: { 200: acCheckSchema },
  handle: async ({ body: { payload, schedule, ac }, deps }) => {
    refuseProblems(payloadProblems(payload, { maxHorizon: deps.maxHorizon }), ['payload']);
    refuseProblems(scheduleProblems(payload, schedule), ['schedule']);
    refuseProblems(acProblems(payload, ac), ['ac']);
    return reply(200, acCheck(payload, schedule, ac));
  },
});
