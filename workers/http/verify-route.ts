/** What is true of a schedule that somebody else made, found without solving; a bound of its own takes one linear program. */
import { boolean, type InferType, mixed, number, object, string } from 'yup';
import { type Engine, EngineError } from '../../activities/engine/base/engine.ts';
import { createEngine } from '../../activities/engine/run/create-engine.ts';
import { createEngineProcesses } from '../../activities/engine/run/engine-processes.ts';
import { networkPayload } from '../../activities/rolling/network-payload.ts';
import { completeSchedule } from '../../activities/verifier/given/complete-schedule.ts';
import { verifyGiven } from '../../activities/verifier/given/verify-given.ts';
import { reply } from '../../api/http/route.ts';
import { validate } from '../../api/http/validate.ts';
import { payloadProblems } from '../../temporal/case/checks/payload-problems.ts';
import { scheduleProblems } from '../../temporal/case/checks/schedule-problems.ts';
import { networkContentSchema } from '../../temporal/case/messages/network-record.ts';
import { payloadSchema, type SolvePayload } from '../../temporal/case/messages/payload.ts';
import type { Multipliers } from '../../temporal/case/messages/result.ts';
import {
  type GivenSchedule,
  givenScheduleSchema,
  verificationSchema,
} from '../../temporal/case/messages/verification.ts';
import { DEFAULT_MIP_GAP, JOB_TYPES, type JobType } from '../../temporal/solvers.ts';
import { defineRoute, FOR_CALLERS, refuseProblems, type ServiceDeps } from './service-deps.ts';

/** For the linear program of a bound, s; what is left of the route's time is for the checks. */
const BOUND_S = 25;

const verifyBody = object({
  type: string().oneOf(JOB_TYPES).required(),
  payload: payloadSchema.optional().default(undefined).meta({ description: 'The case' }),
  network: mixed((value): value is object => typeof value === 'object')
    .optional()
    .meta({
      type: 'object',
      description: 'In place of a payload: a stored network with its series, all lines and no contingencies',
    }),
  horizon: number().integer().min(1).optional().meta({ unit: 'h', description: 'With a network: its hours' }),
  schedule: givenScheduleSchema.required(),
  bound: boolean().default(false).meta({ description: 'Compute multipliers where none are given' }),
});

export const verifySchedule = defineRoute({
  ...FOR_CALLERS,
  tag: 'Solve',
  method: 'post',
  path: '/verify',
  summary: 'What is true of a given schedule of a case: every rule, its cost, a bound; nothing is stored',
  body: verifyBody,
  heavy: { seconds: 55 },
  responses: { 200: verificationSchema },
  handle: async ({ body, deps, request }) => {
    const { type, bound } = body;
    const payload = await payloadOf(body);
    refuseProblems(payloadProblems(payload, { maxHorizon: deps.maxHorizon }), ['payload']);
    refuseProblems(scheduleProblems(payload, body.schedule), ['schedule']);
    const isOpen = bound && body.schedule.multipliers === undefined;
    const found = isOpen ? await multipliersAt(payload, type, body.schedule, request.signal, deps) : {};
    const { note, ...own } = found;
    const verified = verifyGiven(payload, type, { ...body.schedule, ...own });
    return reply(200, { ...verified, notes: note === undefined ? [] : [note] });
  },
});

const networkPart = object({ network: networkContentSchema.required() });

async function payloadOf(body: InferType<typeof verifyBody>): Promise<SolvePayload> {
  const { payload, horizon, type } = body;
  if (payload) return payload;
  if (!body.network || horizon === undefined) {
    refuseProblems([{ path: ['payload'], msg: 'Field required', type: 'missing' }]);
    throw new RangeError('neither payload nor network');
  }
  const { network } = await validate(networkPart, 'body', { network: body.network });
  return networkPayload(network, {
    horizon,
    withNetwork: type !== 'uc',
    includeReserves: (network.reserves ?? []).length > 0,
  });
}

interface Found {
  readonly multipliers?: Multipliers;
  readonly note?: string;
}

/** The duals of the dispatch of the schedule's own commitment, from the engine; the bound is valid whatever they are. */
async function multipliersAt(
  payload: SolvePayload,
  jobType: JobType,
  schedule: GivenSchedule,
  signal: AbortSignal,
  { memoryMb }: Pick<ServiceDeps, 'memoryMb'>,
): Promise<Found> {
  if (jobType === 'ed') return { note: 'A dispatch has no bound of its own' };
  const { commitment } = completeSchedule(payload, jobType, schedule).result;
  if (payload.generators.some(({ name }) => !Object.hasOwn(commitment, name)))
    return { note: 'No bound: the commitment is not known of every unit' };
  const start = { commitment, objective: Number.POSITIVE_INFINITY, bound: null };
  const request = {
    jobType,
    payload,
    solver: 'highs',
    timeLimitS: BOUND_S,
    mipGap: DEFAULT_MIP_GAP,
    start,
    finish: true,
  } as const;
  const watch = { signal, onProgress: () => undefined, onIncumbent: () => undefined };
  try {
    const { multipliers } = await engineForOnce(memoryMb)(request, watch);
    return multipliers
      ? { multipliers }
      : { note: `No bound: this commitment has no dispatch, or none was found within ${BOUND_S} s` };
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    const isBroken = error.code === 'VERIFICATION_FAILED';
    return { note: `No bound: ${isBroken ? 'the commitment breaks rules of its own' : error.message}` };
  }
}

/** Its process ends with the answer: nobody would ask one that is kept by this thread. */
const engineForOnce = (memoryMb: number): Engine => {
  const { take } = createEngineProcesses(memoryMb);
  return createEngine({ memoryMb, processes: { take, keep: (child) => void child.kill('SIGKILL') } });
};
