/** The solver service as the API sees it: is it there, and what can it solve. */

import { LRUCache } from 'lru-cache';
import { array, type InferType, number, object, string } from 'yup';
import {
  type ChangedCase,
  type CostInterval,
  costIntervalSchema,
} from '../../temporal/case/messages/what-if.ts';
import { type JobType, SOLVERS, type SolverName } from '../../temporal/solvers.ts';
import { BadGateway, ServiceUnavailable } from '../http/errors.ts';

/** A frozen service counts as unreachable after this long, ms. */
const DEADLINE_MS = 2000;

const healthSchema = object({
  status: string().required(),
  version: string().required(),
  solvers: array(string().oneOf(SOLVERS).required()).required(),
  slots: number().integer().min(0).optional(),
});
type SolverHealth = InferType<typeof healthSchema>;

export interface SolverService {
  /** What the service says of itself; throws `BadGateway` when it does not answer. */
  health(): Promise<SolverHealth>;
  /** Throws `BadGateway` when unreachable, `ServiceUnavailable` when it cannot run `solver`. */
  requireSolver(solver: SolverName): Promise<void>;
  /** Asks the service about a payload without solving it. */
  validate(type: string, payload: object): Promise<unknown>;
  /** Between which costs the optimum of a changed case lies. */
  whatIf(type: JobType, changed: ChangedCase): Promise<CostInterval>;
}

export function createSolverService(url: string, token: string | undefined): SolverService {
  const health = async (): Promise<SolverHealth> => {
    try {
      return await healthSchema.validate(await call(new URL('/health', url), { method: 'GET' }));
    } catch (cause) {
      throw cause instanceof BadGateway ? cause : unreachable(cause);
    }
  };
  const ask = (route: 'validate' | 'what-if', type: string, body: object): Promise<unknown> =>
    call(new URL(`/${route}?type=${encodeURIComponent(type)}`, url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { 'x-solver-token': token }) },
      body: JSON.stringify(body),
    });
  /** A burst of submissions asks once. */
  const signOfLife = share(health);
  return {
    health,
    async requireSolver(solver) {
      const { solvers } = await signOfLife(url);
      if (!solvers.includes(solver)) throw new ServiceUnavailable(`Solver '${solver}' is not available`);
    },
    validate: (type, payload) => ask('validate', type, payload),
    whatIf: async (type, changed) => costIntervalSchema.validate(await ask('what-if', type, changed)),
  };
}

/** The largest payload is read, and built or dispatched, on a core that others use, too. */
const ANSWER_MS = 30_000;

async function call(url: URL, init: RequestInit): Promise<unknown> {
  const deadline = init.method === 'GET' ? DEADLINE_MS : ANSWER_MS;
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(deadline) }).catch(
    (cause: unknown) => {
      throw unreachable(cause);
    },
  );
  if (!response.ok) throw unreachable(new Error(`The solver service answered ${response.status}`));
  return response.json();
}

const unreachable = (cause: unknown): BadGateway => new BadGateway('Solver service unreachable', { cause });

/** How long an answer is shared, ms. */
const FRESH_MS = 250;

/**
 * Callers who ask for the same thing at the same time share one answer: calls with the same key within `FRESH_MS`
 * after the first one. Failures are not kept.
 */
export function share<K extends string | number, T>(read: (key: K) => Promise<T>): (key: K) => Promise<T> {
  const answers = new LRUCache<K, Promise<T>>({ ttl: FRESH_MS, ttlAutopurge: true });
  return (key) => {
    const known = answers.get(key);
    if (known) return known;
    const answer = read(key);
    answers.set(key, answer);
    answer.catch(() => answers.get(key) === answer && answers.delete(key));
    return answer;
  };
}
