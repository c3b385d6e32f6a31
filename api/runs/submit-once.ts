/**
 * Accepts a submission once, however often a client repeats it with the same `Idempotency-Key`: the first
 * request may have died half way, and because every step of accepting is repeatable, a repetition completes it.
 */
import { randomUUID } from 'node:crypto';
import type { SolverName } from '../../temporal/solvers.ts';
import { Conflict } from '../http/errors.ts';
import type { Caller } from '../http/request.ts';
import type { Headers } from '../http/route.ts';
import type { RunDeps } from './deps.ts';
import { type IdempotentRequest, idempotentRequest } from './idempotent-request.ts';
import { requireBackends, requireRoom } from './requirements.ts';
import type { RunKind } from './run-kind.ts';

interface Submission {
  /** Keys of one route are apart from those of another. */
  readonly route: string;
  /** As the client sent it; a key stands for one body. */
  readonly body: object;
  /** Nothing is stored for what could not start now: these and Temporal must answer. */
  readonly solvers: readonly SolverName[];
  /** Stores it and starts its workflow; repeatable. */
  accept(id: string): Promise<void>;
}

export interface Accepted {
  /** UUID v4. */
  readonly id: string;
  readonly headers: Headers;
}

const REPLAYED = { 'Idempotency-Replayed': 'true' };

/** Call it when everything that can refuse the submission has been asked, but for the quota of solves. */
export async function submitOnce(
  deps: RunDeps,
  kind: Pick<RunKind, 'noun' | 'mostOpen' | 'records'>,
  submission: Submission,
  caller: Caller,
): Promise<Accepted> {
  const request = await idempotentRequest(submission.route, submission.body, caller);
  const earlier = request && (await sameRequest(request, deps.idempotency.find(request.id, deps.now())));
  if (earlier) return replay(kind, submission, earlier);

  await requireBackends(deps, submission.solvers);
  await requireRoom(kind, caller.user.userId);
  const headers = await deps.limits.solve.consume(caller.user.userId);
  const id = randomUUID();
  const holder =
    request &&
    (await sameRequest(request, deps.idempotency.claim(request.id, id, request.bodySha256, deps.now())));
  if (holder && holder !== id) return replay(kind, submission, holder);
  await submission.accept(id);
  return { id, headers };
}

/** What the key stands for; a key may not be used again for another body. */
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

async function replay(
  { records }: Pick<RunKind, 'records'>,
  { accept }: Submission,
  id: string,
): Promise<Accepted> {
  if ((await records.find(id)) === null) await accept(id);
  return { id, headers: REPLAYED };
}
