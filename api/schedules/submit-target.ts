/** Submits what a schedule starts, in the same way as a request of its owner: the same checks, quotas and audit entries. */
import type { ScheduleTarget } from '../../mongo/schedules.ts';
import type { StartedRun } from '../../temporal/case/messages/schedule.ts';
import { moduleLevels } from '../accounts/account-cache.ts';
import { submitExperiment } from '../experiments/submit.ts';
import { matrixOf, submitBody } from '../experiments/submit-routes.ts';
import { requireModule } from '../http/access.ts';
import { ApiError, NotFound } from '../http/errors.ts';
import { ANONYMOUS, type Principal } from '../http/principal.ts';
import type { Caller, RequestInfo } from '../http/request.ts';
import { executionBody } from '../model-builder/execution.ts';
import { chooseRun, submitExecution } from '../model-builder/submit.ts';
import { checkedPayload } from '../solve/check-payload.ts';
import { levelOf } from '../solve/route-parts.ts';
import { submitChecked } from '../solve/submit.ts';
import type { ScheduleDeps, SubmissionDeps } from './deps.ts';
import { solveTarget } from './schedule.ts';

interface Asked {
  readonly userId: string;
  readonly name: string;
  readonly target: ScheduleTarget;
  /** Its `Idempotency-Key`. */
  readonly key: string;
}

type Outcome =
  | { readonly run: StartedRun }
  | { readonly kind: 'passing' | 'gone' | 'refused'; readonly reason: string };

export const createSubmissions = (deps: SubmissionDeps) => ({
  async submit(asked: Asked): Promise<Outcome> {
    try {
      const caller = { user: await ownerOf(deps, asked.userId), request: requestOf(asked.key) };
      return { run: await submitTarget(deps, asked, caller) };
    } catch (error) {
      if (!(error instanceof ApiError))
        deps.log.warn({ err: error, schedule_time: asked.key }, 'not submitted');
      return refusalOf(error);
    }
  },
});

async function ownerOf({ users, subscriptions }: SubmissionDeps, userId: string): Promise<Principal> {
  const [user, granted] = await Promise.all([users.findById(userId), subscriptions.of(userId)]);
  if (!user || user.disabled) throw new NotFound('The account of its owner is gone or disabled');
  const { username, role } = user;
  return { ...ANONYMOUS, userId, username, role, levels: moduleLevels(role, granted) };
}

/** A request that nobody has sent: only what makes it once. */
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

async function submitTarget(
  deps: SubmissionDeps,
  { name, target, key }: Asked,
  caller: Caller,
): Promise<StartedRun> {
  if (target.kind === 'experiment') {
    requireModule(caller.user, EXPERIMENTS);
    const body = submitBody.validateSync(target.body);
    const { id } = await submitExperiment(deps, { ...body, scenario_matrix: matrixOf(body) }, caller);
    return { kind: 'experiment', id };
  }
  if (target.kind === 'run') {
    const { id } = await submitExecution(deps, executionBody.validateSync(target.body), caller);
    return { kind: 'execution', id };
  }
  const { scenario_id, job_type, timeout } = solveTarget.validateSync(target.body);
  const found = await deps.scenarios.read(caller.user.userId, scenario_id);
  if (!found) throw new NotFound(`The scenario '${scenario_id}' is gone`);
  const type = job_type ?? found.record.meta.job_type;
  requireModule(caller.user, { id: 'analyst', level: levelOf(type) });
  const payload = await checkedPayload(deps, found.content, caller.user);
  const submission = { scenario_id, payload, timeout, name, leavesScenario: true };
  const { id } = await submitChecked(deps, { route: 'schedules', body: { key } }, type, submission, caller);
  return { kind: 'job', id };
}

const EXPERIMENTS = { id: 'analyst', level: 'standard' } as const;

/** What speaks against a target when its schedule is made; what it says of its case is checked when the time comes. */
export async function requireTarget(
  deps: Pick<ScheduleDeps, 'scenarios' | 'networks'>,
  { kind, body }: ScheduleTarget,
  user: Principal,
): Promise<void> {
  if (kind === 'run') return void (await chooseRun(deps, executionBody.validateSync(body), { user }));
  const requireScenario = async (id: string) => {
    const found = await deps.scenarios.find(user.userId, id);
    if (!found) throw new NotFound('Scenario not found');
    return found;
  };
  if (kind === 'experiment') {
    requireModule(user, EXPERIMENTS);
    const { base_scenario_id: id, execution } = submitBody.validateSync(body);
    if (id != null) await requireScenario(id);
    if (execution) await chooseRun(deps, execution, { user });
    return;
  }
  const { scenario_id, job_type } = solveTarget.validateSync(body);
  const { meta } = await requireScenario(scenario_id);
  requireModule(user, { id: 'analyst', level: levelOf(job_type ?? meta.job_type) });
}

const GONE = [403, 404];
/** From here on the fault is the server's, or that of what stands behind it. */
const SERVER_ERROR = 500;
const TOO_MANY = 429;
const LONGEST_REASON = 1000;

function refusalOf(error: unknown): Exclude<Outcome, { run: StartedRun }> {
  if (!(error instanceof ApiError)) return { kind: 'passing', reason: 'Internal error' };
  const { status, detail } = error;
  const words =
    typeof detail === 'string' ? detail : detail.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join('; ');
  const isPassing = status === TOO_MANY || status >= SERVER_ERROR;
  const kind = isPassing ? 'passing' : GONE.includes(status) ? 'gone' : 'refused';
  return { kind, reason: words.slice(0, LONGEST_REASON) };
}
