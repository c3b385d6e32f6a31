/** The solver service as the API uses it: its health, its solvers, and its checks. */

import { LRUCache } from 'lru-cache';
import { array, type InferType, mixed, number, object, string } from 'yup';
import {
  type ChangedCase,
  type CostInterval,
  costIntervalSchema,
} from '../../temporal/case/messages/what-if.ts';
import { type JobType, SOLVERS, type SolverName } from '../../temporal/solvers.ts';
import {
  BadGateway,
  ContentTooLarge,
  GatewayTimeout,
  ServiceUnavailable,
  Unprocessable,
} from '../http/errors.ts';

/** Time without an answer after which the service counts as unreachable, ms. */
const DEADLINE_MS = 3000;

const healthSchema = object({
  status: string().required(),
  version: string().required(),
  solvers: array(string().oneOf(SOLVERS).required()).required(),
  slots: number().integer().min(0).optional(),
});
type SolverHealth = InferType<typeof healthSchema>;

export interface SolverService {
  /** State of the service; throws `BadGateway` when it does not answer. */
  health(): Promise<SolverHealth>;
  /**
   * Requires a solver. Throws `BadGateway` when the service is unreachable, and `ServiceUnavailable` when it cannot run
   * `solver`.
   */
  requireSolver(solver: SolverName): Promise<void>;
  /**
   * Checks a payload without solving it. `userId`: the user on whose behalf the check runs, since the service shares
   * its time fairly among users.
   */
  validate(userId: string, type: string, payload: object): Promise<unknown>;
  /** Verifies a schedule. Throws the service's refusal of the case or the schedule. */
  verify(userId: string, body: object): Promise<unknown>;
  /** Checks a schedule by AC power flows. */
  acCheck(userId: string, body: object): Promise<unknown>;
  /** Proven lower and upper bound of the optimal cost of a changed case. */
  whatIf(userId: string, type: JobType, changed: ChangedCase): Promise<CostInterval>;
}

export function createSolverService(url: string, token: string | undefined): SolverService {
  const health = async (): Promise<SolverHealth> => {
    try {
      return await healthSchema.validate(await call(new URL('/health', url), { method: 'GET' }, DEADLINE_MS));
    } catch (cause) {
      throw cause instanceof BadGateway ? cause : unreachable(cause);
    }
  };
  const post = (userId: string, path: string, body: object, deadline: number) =>
    call(
      new URL(path, url),
      {
        method: 'POST',
        headers: {
          ...{ 'content-type': 'application/json', 'x-caller': userId },
          ...(token && { 'x-solver-token': token }),
        },
        body: JSON.stringify(body),
      },
      deadline,
    );
  /** Probe of the service; concurrent submissions share one probe. */
  const signOfLife = share(health);
  return {
    health,
    async requireSolver(solver) {
      const { solvers } = await signOfLife(url);
      if (!solvers.includes(solver)) throw new ServiceUnavailable(`Solver '${solver}' is not available`);
    },
    validate: (userId, type, payload) =>
      post(userId, `/validate?type=${encodeURIComponent(type)}`, payload, ANSWER_MS),
    verify: (userId, body) => post(userId, '/verify', body, VERIFY_MS),
    acCheck: (userId, body) => post(userId, '/ac-check', body, VERIFY_MS),
    whatIf: async (userId, type, changed) =>
      costIntervalSchema.validate(await post(userId, `/what-if?type=${type}`, changed, ANSWER_MS)),
  };
}

const problemsSchema = object({
  detail: array(
    object({
      loc: array(mixed<string | number>().required()).required(),
      msg: string().required(),
      type: string().required(),
    }),
  ).required(),
});

/**
 * Longest wait for an answer, ms: the largest payload is parsed, and built or dispatched, on a core shared with other
 * work.
 */
const ANSWER_MS = 30_000;
/** Longest wait for a verification, ms: besides the checks, its bound may take a linear program of 25 s. */
const VERIFY_MS = 57_000;

async function call(url: URL, init: RequestInit, deadline: number): Promise<unknown> {
  const late = AbortSignal.timeout(deadline);
  const response = await fetch(url, { ...init, signal: late }).catch((cause: unknown) => {
    throw late.aborted ? tooLate(deadline / 1000, cause) : unreachable(cause);
  });
  if (response.status === new Unprocessable([]).status)
    throw new Unprocessable((await problemsSchema.validate(await response.json())).detail);
  const tooLarge = new ContentTooLarge('Case and schedule are too large for the solver service');
  if (response.status === tooLarge.status) throw tooLarge;
  if (response.ok) return response.json();
  const cause = new Error(`The solver service answered ${response.status}`);
  if (response.status === GATEWAY_TIMEOUT) throw tooLate(undefined, cause);
  if (BUSY.includes(response.status)) throw busy(response, cause);
  throw new BadGateway('The solver service failed', { cause });
}

const GATEWAY_TIMEOUT = 504;
/** Statuses of a busy service: the user, or all users together, have too many waiting requests. */
const BUSY: readonly number[] = [429, 503];

/** Error for a busy service; passes on the service's Retry-After, if any. */
function busy({ headers }: Response, cause: Error): ServiceUnavailable {
  const seconds = Number(headers.get('retry-after') || Number.NaN);
  if (!Number.isInteger(seconds)) return new ServiceUnavailable('The solver service is busy', { cause });
  return new ServiceUnavailable(`The solver service is busy: retry in ${seconds} s`, {
    cause,
    headers: { 'Retry-After': String(seconds) },
  });
}

/** Error after a timeout. `seconds`: undefined if the service's own time limit was reached. */
const tooLate = (seconds: number | undefined, cause: unknown): GatewayTimeout =>
  new GatewayTimeout(
    `The solver service did not answer within ${seconds === undefined ? 'its time limit' : `${seconds} s`}`,
    { cause },
  );

const unreachable = (cause: unknown): BadGateway => new BadGateway('Solver service unreachable', { cause });

/** Time for which an answer is shared, ms. */
const FRESH_MS = 250;

/**
 * Shares answers among callers: calls with the same key within `FRESH_MS` of the first call get its answer. Failures
 * are not cached.
 */
export function share<K extends string | number, T>(read: (key: K) => Promise<T>): (key: K) => Promise<T> {
  const answers = new LRUCache<K, Promise<T>>({ ttl: FRESH_MS, ttlAutopurge: true });
  return (key) => {
    const sharedAnswer = answers.get(key);
    if (sharedAnswer) return sharedAnswer;
    const answer = read(key);
    answers.set(key, answer);
    answer.catch(() => answers.get(key) === answer && answers.delete(key));
    return answer;
  };
}
