/**
 * Accepts a submission once, however often a client repeats it with the same `Idempotency-Key`: the first
 * request may have died half way, and because every step of accepting is repeatable, a repetition completes it.
 */
import { randomUUID } from 'node:crypto';
import type { Idempotency } from '../../mongo/idempotency.ts';
import type { SolverName } from '../../temporal/solvers.ts';
import { BadGateway, Conflict, TooMany } from '../http/errors.ts';
import type { Limits } from '../http/limits.ts';
import type { Caller } from '../http/request.ts';
import type { Headers } from '../http/route.ts';
import { type IdempotentRequest, idempotentRequest } from './idempotent-request.ts';
import type { RunKind } from './run-kind.ts';

/** What may refuse a submission whatever it is about. */
export interface SubmitDeps extends BackendDeps {
  readonly idempotency: Idempotency;
  readonly limits: Pick<Limits, 'solve'>;
  now(): Date;
}

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
  deps: SubmitDeps,
  kind: OpenKind,
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

async function replay({ records }: OpenKind, { accept }: Submission, id: string): Promise<Accepted> {
  if ((await records.find(id)) === null) await accept(id);
  return { id, headers: REPLAYED };
}

export interface BackendDeps {
  readonly solverService: { requireSolver(solver: SolverName): Promise<void> };
  /** Resolves when Temporal answers in time. */
  pingTemporal(deadlineMs: number): Promise<void>;
}

const TEMPORAL_DEADLINE_MS = 2000;

/**
 * Nothing is stored for what could not start now: these solvers and Temporal must answer.
 * Throws `BadGateway` or what the solver service says.
 */
export async function requireBackends(deps: BackendDeps, solvers: readonly SolverName[]): Promise<void> {
  await Promise.all([
    ...solvers.map((solver) => deps.solverService.requireSolver(solver)),
    deps.pingTemporal(TEMPORAL_DEADLINE_MS).catch((cause: unknown) => {
      throw new BadGateway('Workflow service unreachable', { cause });
    }),
  ]);
}

type OpenKind = Pick<RunKind, 'noun' | 'mostOpen'> & {
  readonly records: Pick<RunKind['records'], 'countOpen' | 'find'>;
};

/** Something of theirs may have ended by then, s. */
const RETRY_AFTER_S = 30;

/**
 * Nobody may have more open than their share: what waits behind it would keep the solvers from everybody else.
 * Parts of an experiment or execution do not count beside it. Throws `TooMany`.
 */
export async function requireRoom(
  {
    noun,
    mostOpen,
    records,
  }: Pick<OpenKind, 'noun' | 'mostOpen'> & {
    readonly records: Pick<OpenKind['records'], 'countOpen'>;
  },
  userId: string,
): Promise<void> {
  if ((await records.countOpen(userId)) < mostOpen) return;
  throw new TooMany(
    `You have ${mostOpen} open ${noun}s, the most allowed: wait until one has ended`,
    RETRY_AFTER_S,
  );
}
