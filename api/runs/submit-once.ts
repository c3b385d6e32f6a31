/**
 * Accepts a submission once, however often a client repeats it with the same `Idempotency-Key`: the first
 * request may have died half way, and because every step of accepting is repeatable, a repetition completes it.
 */
import { randomUUID } from 'node:crypto';
import type { SolverName } from '../../temporal/solvers.ts';
import type { ApiSettings } from '../config.ts';
import type { Deps } from '../deps.ts';
import { BadGateway, Conflict, TooMany } from '../http/errors.ts';
import type { Caller } from '../http/request.ts';
import type { Headers } from '../http/route.ts';
import { type IdempotentRequest, idempotentRequest } from './idempotent-request.ts';

interface Submission {
  /** Keys of one route are apart from those of another. */
  readonly route: string;
  /** What it opens one more of. */
  readonly opened: Opened;
  /** As the client sent it; a key stands for one body. */
  readonly body: object;
  /** Nothing is stored for what could not start now: these and Temporal must answer. */
  readonly solvers: readonly SolverName[];
  readonly isStored: (id: string) => Promise<boolean>;
  /** Stores it and starts its workflow; repeatable. */
  readonly accept: (id: string) => Promise<void>;
}

export interface Accepted {
  /** UUID v4. */
  readonly id: string;
  readonly headers: Headers;
}

const REPLAYED = { 'Idempotency-Replayed': 'true' };

/** Call it when everything that can refuse the submission has been asked, but for the quota of solves. */
export async function submitOnce(deps: Deps, submission: Submission, caller: Caller): Promise<Accepted> {
  const request = await idempotentRequest(submission.route, submission.body, caller);
  const earlier = request && (await sameRequest(request, deps.idempotency.find(request.id, deps.now())));
  if (earlier) return replay(submission, earlier);

  await requireBackends(deps, submission.solvers);
  await requireRoom(deps, submission.opened, caller.user.userId);
  const headers = await deps.limits.solve.consume(caller.user.userId);
  const id = randomUUID();
  const holder =
    request &&
    (await sameRequest(request, deps.idempotency.claim(request.id, id, request.bodySha256, deps.now())));
  if (holder && holder !== id) return replay(submission, holder);
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

async function replay({ isStored, accept }: Submission, id: string): Promise<Accepted> {
  if (!(await isStored(id))) await accept(id);
  return { id, headers: REPLAYED };
}

/** Nothing is stored for what could not start now: these solvers and Temporal must answer. */
const TEMPORAL_DEADLINE_MS = 2000;

/** Throws `BadGateway` or what the solver service says. */
export async function requireBackends(
  deps: Pick<Deps, 'solverService' | 'pingTemporal'>,
  solvers: readonly SolverName[],
): Promise<void> {
  await Promise.all([
    ...solvers.map((solver) => deps.solverService.requireSolver(solver)),
    deps.pingTemporal(TEMPORAL_DEADLINE_MS).catch((cause: unknown) => {
      throw new BadGateway('Workflow service unreachable', { cause });
    }),
  ]);
}

/** Nobody may have more open than their share: what waits behind it would keep the solvers from everybody else. */
export type Opened = 'jobs' | 'experiments' | 'executions';

/** Something of theirs may have ended by then, s. */
const RETRY_AFTER_S = 30;

/** Parts of an experiment or execution do not count beside it. Throws `TooMany`. */
export async function requireRoom(deps: Deps, opened: Opened, userId: string): Promise<void> {
  const most = mostOpen(opened, deps.settings);
  if ((await deps[opened].countOpen(userId)) < most) return;
  throw new TooMany(
    `You have ${most} open ${opened}, the most allowed: wait until one has ended`,
    RETRY_AFTER_S,
  );
}

const mostOpen = (opened: Opened, { MAX_OPEN_JOBS, MAX_OPEN_EXPERIMENTS }: ApiSettings): number =>
  opened === 'experiments' ? MAX_OPEN_EXPERIMENTS : MAX_OPEN_JOBS;
