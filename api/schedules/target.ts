/**
 * The target of a schedule. It is checked at creation, and submitted at each scheduled time like a request of its
 * owner.
 */
import { type InferType, number, object, string } from 'yup';
import type { ScheduleEntry } from '../../mongo/schedules.ts';
import type { Subscriptions } from '../../mongo/subscriptions.ts';
import type { Users } from '../../mongo/users.ts';
import { isFromSchedule, withStart } from '../../temporal/case/arithmetic/schedule-day.ts';
import { isoDate } from '../../temporal/case/elements/units.ts';
import type { DueRefusal, StartedRun } from '../../temporal/case/messages/schedule.ts';
import { DEFAULT_TIMEOUT_S, JOB_TYPES, type JobType } from '../../temporal/solvers.ts';
import { moduleLevels } from '../accounts/account-cache.ts';
import type { ExperimentDeps } from '../experiments/deps.ts';
import { planExperiment } from '../experiments/plan-experiment.ts';
import { submitExperiment } from '../experiments/submit.ts';
import { submitBody, toSubmission } from '../experiments/submit-routes.ts';
import { requireModule } from '../http/access.ts';
import { ApiError, NotFound } from '../http/errors.ts';
import { ANONYMOUS, type Principal } from '../http/principal.ts';
import type { Caller, RequestInfo } from '../http/request.ts';
import type { ModelBuilderDeps } from '../model-builder/deps.ts';
import { executionBody, executionOptions } from '../model-builder/execution.ts';
import { chooseRun, submitExecution } from '../model-builder/submit.ts';
import { checkedPayload } from '../solve/check-payload.ts';
import type { SolveDeps } from '../solve/deps.ts';
import { levelOf } from '../solve/route-parts.ts';
import { submitChecked } from '../solve/submit.ts';
import { type CutPayload, hoursOf, startField } from './start.ts';

const MOST_HOURS = 168;

export type TargetDeps = SolveDeps & ExperimentDeps & ModelBuilderDeps;

const hours = {
  hours: number().integer().min(1).max(MOST_HOURS).optional().meta({
    unit: 'h',
    description: 'Number of hours to solve from start; default: 24 with a start, else all',
  }),
};

/** Schema of the options of a run whose start may be relative to the scheduled day. */
const dated = (body: typeof executionBody) =>
  body.shape({
    options: executionOptions.shape({
      start: startField('First hour, local time of the network; default: the first of its series'),
    }),
  });

/** Kinds of targets; a schedule has exactly one target. */
export const targets = {
  solve: object({
    scenario_id: string()
      .required()
      .max(200)
      .meta({ description: 'Scenario whose newest version is solved' }),
    job_type: string().oneOf(JOB_TYPES).optional().meta({ description: 'Default: the type of the scenario' }),
    timeout: number().integer().min(1).max(3600).default(DEFAULT_TIMEOUT_S).meta({ unit: 's' }),
    ...hours,
    start: startField('First hour to solve, local time of the scenario, which should have start_time'),
  })
    .optional()
    .default(undefined),
  experiment: submitBody
    .shape({ execution: dated(executionBody).optional().default(undefined) })
    .optional()
    .default(undefined)
    .meta({ description: 'A submission of POST /experiments/submit, over the newest version of its base' }),
  run: dated(executionBody).optional().default(undefined).meta({
    description: 'A submission of POST /model-builder/run, on the newest version of its network',
  }),
};

/** Schema of the submission at a scheduled time, in which each start is a date. */
const targetSchema = object({
  solve: targets.solve.shape({ start: isoDate('First hour to solve').optional() }),
  experiment: submitBody.optional().default(undefined),
  run: executionBody.optional().default(undefined),
});

type Given = InferType<ReturnType<typeof object<typeof targets>>>;
type Targets = InferType<typeof targetSchema>;

/**
 * Throws if the owner may not submit the target. Whether the case contains the day can be checked only at the scheduled
 * time.
 */
export async function checkTarget(deps: TargetDeps, target: Given, user: Principal) {
  const undated = withEach(target, (body) =>
    withStart(body, (start) => (isFromSchedule(start) ? undefined : start)),
  );
  const { solve, experiment, run }: Targets = targetSchema.validateSync(undated, { stripUnknown: true });
  if (run) await chooseRun(deps, run, { user });
  if (experiment) await planExperiment(deps, submissionOf(experiment, user), { user });
  if (solve) await scenarioOf(deps, solve, user);
}

const withEach = (targets: object, change: (body: object) => object): object =>
  Object.fromEntries(
    Object.entries(targets).flatMap(([name, body]) => (isBody(body) ? [[name, change(body)]] : [])),
  );
const isBody = (value: unknown): value is object => typeof value === 'object' && value !== null;

async function submitTarget(
  deps: SubmitDeps,
  { solve, experiment, run }: Targets,
  caller: Caller,
  name: string,
): Promise<StartedRun> {
  const { user } = caller;
  if (run) return { kind: 'run', id: (await submitExecution(deps, run, caller)).id };
  if (experiment) {
    const { id } = await submitExperiment(deps, submissionOf(experiment, user), caller);
    return { kind: 'experiment', id };
  }
  const { scenario_id = '', timeout = DEFAULT_TIMEOUT_S } = solve ?? {};
  const { type, content } = await scenarioOf(deps, { ...solve, scenario_id }, user);
  const payload = await checkedPayload(deps, hoursOf(content, solve ?? {}, deps.cutPayload), user);
  const submission = { scenario_id, payload, timeout, name };
  const call = { route: 'schedules', body: {} };
  // The idempotency key identifies the scheduled time, so a second attempt finds the first even if the scenario has
  // changed in between.
  const { id } = await submitChecked(deps, call, type, submission, { leavesScenario: true }, caller);
  return { kind: 'job', id };
}

function submissionOf(body: InferType<typeof submitBody>, user: Principal) {
  requireModule(user, { id: 'analyst', level: 'standard' });
  return toSubmission(body);
}

async function scenarioOf(
  { scenarios }: TargetDeps,
  { scenario_id, job_type }: { readonly scenario_id: string; readonly job_type?: JobType | undefined },
  user: Principal,
) {
  const stored = await scenarios.read(user.userId, scenario_id);
  if (!stored) throw new NotFound(`There is no scenario '${scenario_id}'`);
  const type = job_type ?? stored.record.meta.job_type;
  requireModule(user, { id: 'analyst', level: levelOf(type) });
  return { type, content: stored.content };
}

type SubmitDeps = TargetDeps & {
  readonly users: Pick<Users, 'findById'>;
  readonly subscriptions: Pick<Subscriptions, 'of'>;
  readonly cutPayload: CutPayload;
};

/**
 * Returns the function by which the orchestrator submits the target at a scheduled time; repeated calls have no effect.
 */
export const createSubmitDue =
  (deps: SubmitDeps) =>
  async ({ _id: key, user_id, name, target }: ScheduleEntry): Promise<StartedRun | DueRefusal> => {
    try {
      const user = await ownerOf(deps, user_id);
      // Unknown fields are accepted, because records of earlier versions may have some.
      const valid = targetSchema.validateSync({ [target.kind]: target.body }, { stripUnknown: true });
      return await submitTarget(deps, valid, { user, request: requestOf(key) }, name);
    } catch (error) {
      if (error instanceof ApiError) return refusalOf(error);
      deps.log.warn({ err: error, schedule_time: key }, 'not submitted');
      return { kind: 'passing', reason: 'Internal error' };
    }
  };

async function ownerOf({ users, subscriptions }: SubmitDeps, userId: string): Promise<Principal> {
  const [user, granted] = await Promise.all([users.findById(userId), subscriptions.of(userId)]);
  if (!user || user.disabled) throw new NotFound('The account of its owner is gone or disabled');
  const { username, role } = user;
  return { ...ANONYMOUS, userId, username, role, levels: moduleLevels(role, granted) };
}

/** A stand-in for the request of a submission; it has only an `Idempotency-Key`. */
const requestOf = (key: string): RequestInfo => ({
  id: key,
  ip: '',
  userAgent: `schedule ${key}`,
  header: (name) => (name === 'idempotency-key' ? key : undefined),
  cookie: () => undefined,
  signal: new AbortController().signal,
  recheck: async () => undefined,
  file: () => Promise.reject(new NotFound('A schedule sends no file')),
});

const GONE = [403, 404];
/** Least status of errors of the server or its dependencies. */
const SERVER_ERROR = 500;
const TOO_MANY = 429;
const LONGEST_REASON = 1000;

function refusalOf({ status, detail }: ApiError): DueRefusal {
  const words =
    typeof detail === 'string' ? detail : detail.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join('; ');
  const isPassing = status === TOO_MANY || status >= SERVER_ERROR;
  const kind = isPassing ? 'passing' : GONE.includes(status) ? 'gone' : 'refused';
  return { kind, reason: words.slice(0, LONGEST_REASON) };
}
