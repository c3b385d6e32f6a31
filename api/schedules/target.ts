/** What a schedule starts: checked when it is made, and submitted at its times, as a request of its owner would be. */
import { type InferType, number, object, string } from 'yup';
import type { ScheduleEntry } from '../../mongo/schedules.ts';
import type { Subscriptions } from '../../mongo/subscriptions.ts';
import type { Users } from '../../mongo/users.ts';
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
import { executionBody } from '../model-builder/execution.ts';
import { chooseRun, submitExecution } from '../model-builder/submit.ts';
import { checkedPayload } from '../solve/check-payload.ts';
import type { SolveDeps } from '../solve/deps.ts';
import { levelOf } from '../solve/route-parts.ts';
import { submitChecked } from '../solve/submit.ts';

export type TargetDeps = SolveDeps & ExperimentDeps & ModelBuilderDeps;

/** A schedule has exactly one of them. */
export const targets = {
  solve: object({
    scenario_id: string().required().max(200).meta({ description: 'Its newest version is solved' }),
    job_type: string().oneOf(JOB_TYPES).optional().meta({ description: 'Default: that of the scenario' }),
    timeout: number().integer().min(1).max(3600).default(DEFAULT_TIMEOUT_S).meta({ unit: 's' }),
  })
    .optional()
    .default(undefined),
  experiment: submitBody.optional().default(undefined).meta({
    description: 'A submission of POST /experiments/submit, over the newest version of its base',
  }),
  run: executionBody.optional().default(undefined).meta({
    description: 'A submission of POST /model-builder/run, on the newest version of its network',
  }),
};
const targetSchema = object(targets);

type Targets = InferType<typeof targetSchema>;

/** Throws what speaks against a target for its owner. */
export async function checkTarget(deps: TargetDeps, { solve, experiment, run }: Targets, user: Principal) {
  if (run) await chooseRun(deps, run, { user });
  if (experiment) await planExperiment(deps, submissionOf(experiment, user), { user });
  if (solve) await scenarioOf(deps, solve, user);
}

async function submitTarget(
  deps: TargetDeps,
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
  const payload = await checkedPayload(deps, content, user);
  const submission = { scenario_id, payload, timeout, name };
  const call = { route: 'schedules', body: {} };
  // The key stands for one time, whatever the scenario has become between two attempts.
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
  const found = await scenarios.read(user.userId, scenario_id);
  if (!found) throw new NotFound(`There is no scenario '${scenario_id}'`);
  const type = job_type ?? found.record.meta.job_type;
  requireModule(user, { id: 'analyst', level: levelOf(type) });
  return { type, content: found.content };
}

type SubmitDeps = TargetDeps & {
  readonly users: Pick<Users, 'findById'>;
  readonly subscriptions: Pick<Subscriptions, 'of'>;
};

/** For the orchestrator: submits what a time of a schedule starts, once however often it is asked. */
export const createSubmitDue =
  (deps: SubmitDeps) =>
  async ({ _id: key, user_id, name, target }: ScheduleEntry): Promise<StartedRun | DueRefusal> => {
    try {
      const user = await ownerOf(deps, user_id);
      // Records of earlier versions may hold fields that the schema does not name.
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

/** A request that nobody has sent: it has no more than its `Idempotency-Key`. */
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
/** From here on the fault is the server's, or that of what stands behind it. */
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
