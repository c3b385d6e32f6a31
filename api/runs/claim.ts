/**
 * Claims a submission before it is stored. A client may repeat the submission with the same `Idempotency-Key`, and it
 * is claimed only once. If the first request failed half-way, a repetition completes it, because storing may be
 * repeated safely.
 */
import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { canonicalJson } from '../../temporal/json/canonical-json.ts';
import type { SolverName } from '../../temporal/solvers.ts';
import { BadGateway, Conflict, TooMany, Unprocessable } from '../http/errors.ts';
import { type Headers, LONGEST_KEY } from '../http/headers.ts';
import type { RateLimit } from '../http/limits.ts';
import type { Caller } from '../http/request.ts';
import type { Backends, RunDeps, RunKind } from './run-kind.ts';

export interface Submission {
  /** Route of the submission; each route has separate idempotency keys. */
  readonly route: string;
  /** Body as the client sent it. A key may be used for one body only. */
  readonly body: object;
  /**
   * Solvers that must be available. Temporal must be available too: a submission that cannot start now is not stored.
   */
  readonly solvers: readonly SolverName[];
  /** Quota that the submission consumes; default: that of solves. */
  readonly quota?: RateLimit;
}

export interface Accepted {
  /** Id of the run, UUID v4. */
  readonly id: string;
  readonly headers: Headers;
}

/**
 * A place among the open runs of a user. The place is held until the claim is disposed of, once the run has been
 * stored.
 */
interface Claim extends Accepted, Disposable {
  /** True if the run has not been stored and started yet. */
  readonly isNew: boolean;
}

/**
 * Number of times that a repeated request looks whether the first request has stored its run. The next constant: pause
 * between two looks, ms.
 */
const LOOKS = 5;
const LOOK_MS = 100;

const REPLAYED = { 'Idempotency-Replayed': 'true' };
const NO_PLACE: Disposable = { [Symbol.dispose]: () => undefined };

/**
 * Id of the run that an earlier request with the same `Idempotency-Key` submitted; undefined without a key or for a new
 * one. Throws `Conflict` if the bodies differ.
 */
export async function acceptedBefore(
  { idempotency, now }: RunDeps,
  { route, body }: Pick<Submission, 'route' | 'body'>,
  caller: Caller,
): Promise<Accepted | undefined> {
  const request = idempotentRequest(route, body, caller);
  const id = request && (await sameRequest(request, idempotency.find(request.id, now())));
  return id === undefined ? undefined : { id, headers: REPLAYED };
}

/**
 * Claims a submission. Call it after all other checks; it checks the backends, the number of open runs and the quotas
 * itself.
 */
export async function claim(
  deps: RunDeps,
  kind: Pick<RunKind, 'noun' | 'mostOpen' | 'records'>,
  { route, body, solvers, quota }: Submission,
  caller: Caller,
): Promise<Claim> {
  const { userId } = caller.user;
  const earlier = await acceptedBefore(deps, { route, body }, caller);
  if (earlier) return replay(kind, earlier.id, NO_PLACE);

  await requireBackends(deps, solvers);
  const id = randomUUID();
  const request = idempotentRequest(route, body, caller);
  const place = await takePlace(deps, kind, { userId, id });
  try {
    const headers = await (quota ?? deps.limits.solve).consume(userId);
    const holder =
      request &&
      (await sameRequest(request, deps.idempotency.claim(request.id, id, request.bodySha256, deps.now())));
    if (holder && holder !== id) return await replay(kind, holder, place);
    return { id, headers, isNew: true, ...place };
  } catch (error) {
    place[Symbol.dispose]();
    throw error;
  }
}

/** Id of the run stored under the key. Throws `Conflict` if the key was used for another body. */
async function sameRequest(
  { bodySha256 }: IdempotentRequest,
  found: Promise<{ readonly job_id: string; readonly body_sha256: string } | null>,
): Promise<string | undefined> {
  const record = await found;
  if (record && record.body_sha256 !== bodySha256) {
    throw new Conflict('This Idempotency-Key was used for a different request');
  }
  return record?.job_id;
}

async function replay({ records }: Pick<RunKind, 'records'>, id: string, place: Disposable): Promise<Claim> {
  return { id, headers: REPLAYED, isNew: !(await isStored(records, id)), ...place };
}

/**
 * True if the run is stored. The first request is probably storing it at this moment, so a repetition waits before it
 * stores the run itself.
 */
async function isStored(records: RunKind['records'], id: string): Promise<boolean> {
  for (let look = 1; ; look++) {
    if ((await records.find(id)) !== null) return true;
    if (look === LOOKS) return false;
    await delay(LOOK_MS);
  }
}

/** Identity and content of a request with an `Idempotency-Key`. */
interface IdempotentRequest {
  /** The key, made unique by user and route. */
  readonly id: string;
  /** SHA-256 of the body as canonical JSON, hex. */
  readonly bodySha256: string;
}

/** Identity and content of a request; undefined when the request has no key. */
function idempotentRequest(
  route: string,
  body: object,
  { user, request }: Caller,
): IdempotentRequest | undefined {
  const key = request.header('idempotency-key');
  if (key === undefined) return undefined;
  if (key.length === 0 || key.length > LONGEST_KEY) {
    const msg = `Idempotency-Key should have 1 to ${LONGEST_KEY} characters`;
    throw new Unprocessable([{ loc: ['header', 'Idempotency-Key'], msg, type: 'value_error' }]);
  }
  return {
    id: `${user.userId}/${route}/${key}`,
    bodySha256: createHash('sha256').update(canonicalJson(body)).digest('hex'),
  };
}

/** Longest wait for an answer of Temporal, ms. */
const TEMPORAL_DEADLINE_MS = 2000;

/**
 * Requires these solvers and Temporal to be available: a run that cannot start now is not stored. Throws `BadGateway`,
 * or the error of the solver service.
 */
export async function requireBackends(
  { solverService, pingTemporal }: Backends,
  solvers: readonly SolverName[],
): Promise<void> {
  await Promise.all([
    ...solvers.map((solver) => solverService.requireSolver(solver)),
    pingTemporal(TEMPORAL_DEADLINE_MS).catch((cause: unknown) => {
      throw new BadGateway('Workflow service unreachable', { cause });
    }),
  ]);
}

/** `Retry-After` for a user with too many open runs, s: by then one of them may have ended. */
const RETRY_AFTER_S = 30;

/**
 * Ids of runs that this process is accepting, by kind and user, so that parallel submissions of a user count each
 * other.
 */
const underWay = new Map<string, Set<string>>();

/**
 * Takes a place for one more open run of a user, until the place is disposed of. The number of open runs per user is
 * limited, because a long queue of one user would block the solvers for all other users; parts of an experiment or
 * execution are not counted. Also checks the quota of stored data. Throws `TooMany`.
 */
export async function takePlace(
  { storage }: RunDeps,
  { noun, mostOpen, records }: Pick<RunKind, 'noun' | 'mostOpen' | 'records'>,
  { userId, id }: { readonly userId: string; readonly id: string },
): Promise<Disposable> {
  await storage.requireSpace(userId);
  const key = `${noun} ${userId}`;
  const ids = underWay.get(key) ?? new Set();
  const others = [...ids];
  underWay.set(key, ids.add(id));
  const place: Disposable = {
    [Symbol.dispose]() {
      ids.delete(id);
      if (ids.size === 0) underWay.delete(key);
    },
  };
  try {
    const open = others.length + (await records.countOpen(userId, others));
    if (open < mostOpen) return place;
    throw new TooMany(
      `You have ${open} open ${noun === 'study' ? 'studies' : `${noun}s`} of ${mostOpen} allowed: wait until one has ended, or cancel one`,
      RETRY_AFTER_S,
    );
  } catch (error) {
    place[Symbol.dispose]();
    throw error;
  }
}
