/** Verifies a given schedule without solving the case; only its lower bound takes a short search. */
import { array, boolean, type InferType, number, object, string } from 'yup';
import { EngineError } from '../../activities/engine/base/engine.ts';
import { createEngine } from '../../activities/engine/processes/create-engine.ts';
import { createEngineProcesses } from '../../activities/engine/processes/engine-processes.ts';
import { networkPayload } from '../../activities/rolling/network-payload.ts';
import { completeSchedule } from '../../activities/verifier/given/complete-schedule.ts';
import { verifyGiven } from '../../activities/verifier/given/verify-given.ts';
import { Unprocessable } from '../../api/http/errors.ts';
import { reply } from '../../api/http/route.ts';
import { unknownFields, unknownInSchedule } from '../../api/solve/unknown-fields.ts';
import { payloadProblems } from '../../temporal/case/checks/payload-problems.ts';
import { scheduleProblems } from '../../temporal/case/checks/schedule-problems.ts';
import type { Multipliers } from '../../temporal/case/messages/result.ts';
import {
  type GivenSchedule,
  givenScheduleSchema,
  type NotJudged,
  notJudgedSchema,
  verificationSchema,
} from '../../temporal/case/messages/verification.ts';
import { networkContentSchema } from '../../temporal/case/network-schema.ts';
import { payloadSchema, type SolvePayload } from '../../temporal/case/schema.ts';
import { JOB_TYPES, type JobType } from '../../temporal/solvers.ts';
import { defineRoute, FOR_CALLERS, refuseProblems } from './service-deps.ts';

/** Time limit of the search for a bound, s; the checks take the rest of the route's time. */
const BOUND_S = 25;
/**
 * Gap at which the search for multipliers ends. It is small enough that the search must have solved the relaxation,
 * whose duals are needed; the first schedule of a search may be found without it.
 */
const BOUND_GAP = 0.01;

const verifyBody = object({
  type: string().oneOf(JOB_TYPES).required(),
  payload: payloadSchema.optional().default(undefined).meta({ description: 'The case' }),
  network: networkContentSchema.optional().default(undefined).meta({
    description: 'In place of a payload: a stored network with its series, all lines and no contingencies',
  }),
  horizon: number().integer().min(1).optional().meta({ unit: 'h', description: 'With a network: its hours' }),
  schedule: givenScheduleSchema.required(),
  bound: boolean().default(false).meta({ description: 'Compute multipliers if none are given' }),
  not_judged: array(notJudgedSchema.required()).default([]).meta({
    description: 'Unread parts of the files of case and schedule',
  }),
});

export const verifySchedule = defineRoute({
  ...FOR_CALLERS,
  tag: 'Solve',
  method: 'post',
  path: '/verify',
  summary: 'Verify a given schedule of a case: every rule, its cost, a bound; nothing is stored',
  body: verifyBody,
  seconds: 55,
  responses: { 200: verificationSchema },
  handle: async ({ body, deps, request: { signal } }) => {
    const { type, bound } = body;
    const payload = payloadOf(body);
    refuseProblems(payloadProblems(payload, { maxHorizon: deps.maxHorizon }), ['payload']);
    refuseProblems(scheduleProblems(payload, body.schedule), ['schedule']);
    const isOpen = bound && body.schedule.multipliers === undefined;
    const relaxation = isOpen ? await multipliersAt(payload, type, body.schedule, signal, deps.memoryMb) : {};
    const { note, ...multipliers } = relaxation;
    const verified = verifyGiven(payload, type, { ...body.schedule, ...multipliers }, unread(body));
    const notes = [...networkNotes(payload, type), ...(note === undefined ? [] : [note])];
    return reply(200, { ...verified, notes });
  },
});

/** Parts of the files that no reader has read; rules that they may express are not judged. */
function unread({ payload, schedule, not_judged }: InferType<typeof verifyBody>): NotJudged[] {
  const place =
    (what: string, root: string) => (notJudged: { readonly path: string; readonly message: string }) => ({
      what,
      where: `${root}.${notJudged.path}`,
      why: notJudged.message,
    });
  const ofCase = unknownFields(payload ?? {}).map(({ field: path, message }) => ({ path, message }));
  const isOpen = payload?.commitment_job_id !== undefined && !payload.commitment;
  return [
    ...not_judged,
    ...ofCase.map(place('field of the case', 'payload')),
    ...(isOpen ? [COMMITMENT_ELSEWHERE] : []),
    ...unknownInSchedule(schedule).map(place('field of the schedule', 'schedule')),
  ];
}

const COMMITMENT_ELSEWHERE: NotJudged = {
  what: 'required commitment of the schedule',
  where: 'payload.commitment_job_id',
  why: 'The commitment of a job is not read here: give it as `commitment`',
};

/** Notes on parts of the case that its type does not use. */
const networkNotes = ({ transmission_lines = [], dc_lines = [] }: SolvePayload, type: JobType): string[] =>
  type === 'uc' && transmission_lines.length + dc_lines.length > 0
    ? ['A unit commitment (type uc) has no network: line limits were not checked']
    : [];

function payloadOf({ payload, network, horizon, type }: InferType<typeof verifyBody>): SolvePayload {
  if (payload) return payload;
  if (network && horizon !== undefined)
    return networkPayload(network, {
      horizon,
      withNetwork: type !== 'uc',
      includeReserves: (network.reserves ?? []).length > 0,
    });
  throw new Unprocessable([{ loc: ['body', 'payload'], msg: 'Field required', type: 'missing' }]);
}

/**
 * Duals of the relaxation. They come from a search that starts with the commitment of the schedule and ends near the
 * optimum; a bound from any multipliers is valid.
 */
async function multipliersAt(
  payload: SolvePayload,
  jobType: JobType,
  schedule: GivenSchedule,
  signal: AbortSignal,
  memoryMb: number,
): Promise<{ readonly multipliers?: Multipliers; readonly note?: string }> {
  if (jobType === 'ed') return { note: 'An economic dispatch has no independent bound' };
  const { commitment } = completeSchedule(payload, jobType, schedule).result;
  if (payload.generators.some(({ name }) => !Object.hasOwn(commitment, name)))
    return { note: 'No bound: the commitment of some unit is unknown' };
  const start = { commitment, objective: Number.POSITIVE_INFINITY, bound: null };
  const limits = { solver: 'highs', timeLimitS: BOUND_S, mipGap: BOUND_GAP } as const;
  // The process ends with this request, because this thread would not reuse it.
  const { take } = createEngineProcesses(memoryMb);
  const processes = { take, keep: (child: ReturnType<typeof take>) => void child.kill('SIGKILL') };
  try {
    const { multipliers } = await createEngine({ memoryMb, processes })(
      { jobType, payload, start, ...limits },
      { signal, onProgress: () => undefined, onIncumbent: () => undefined },
    );
    return multipliers ? { multipliers } : { note: `No bound: no schedule was found within ${BOUND_S} s` };
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return { note: `No bound: ${error.message}` };
  }
}
