/**
 * Long-lived replies: event streams and long polls. A user may have a few at a time on this process. Each ends soon
 * after its caller loses access: the token is revoked or expires, the account is disabled, or its access to the module
 * ends.
 */
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { isTerminal, type JobStatus } from '../../temporal/case/messages/job.ts';
import { Forbidden, NotFound, RateLimited, Unauthenticated } from './errors.ts';
import type { Metrics } from './metrics.ts';
import type { Principal } from './principal.ts';
import type { RequestInfo } from './request.ts';

interface Follower {
  readonly user: Pick<Principal, 'userId' | 'expiresAt'>;
  readonly request: Pick<RequestInfo, 'signal' | 'recheck'>;
}

/**
 * Long-lived replies of users. Both functions throw `RateLimited` when the user has reached the limit. The signal ends
 * the events or the poll.
 */
export interface Follows {
  stream(follower: Follower, events: (signal: AbortSignal) => AsyncIterable<string>): Readable;
  /** Waits for the result of a poll. Rejects with the current refusal once the caller loses access. */
  wait<T>(follower: Follower, poll: (signal: AbortSignal) => Promise<T>): Promise<T>;
}

const PLACES = 20;
const RETRY_AFTER_S = 10;
/** Interval of access checks, ms: half of the 2 s within which a reply must end after access is lost. */
const CHECK_MS = 1000;

/** Creates the registry of open replies. `gauge`: metric for the number of open replies over all users. */
export function createFollows(gauge: Metrics['openStreams']): Follows {
  const open = new Map<string, number>();
  const take = (userId: string): (() => void) => {
    const openOfUser = open.get(userId) ?? 0;
    if (openOfUser >= PLACES) throw new RateLimited(RETRY_AFTER_S);
    open.set(userId, openOfUser + 1);
    gauge.inc();
    return () => {
      gauge.dec();
      const openAfter = (open.get(userId) ?? 1) - 1;
      if (openAfter > 0) open.set(userId, openAfter);
      else open.delete(userId);
    };
  };
  return {
    stream: ({ user, request }, events) => {
      const leave = take(user.userId);
      const { signal, end } = watch(request, user.expiresAt);
      return Readable.from(events(signal)).once('close', () => {
        end();
        leave();
      });
    },
    wait: async ({ user, request }, poll) => {
      const leave = take(user.userId);
      const { signal, refused, end } = watch(request, user.expiresAt);
      try {
        const answer = await poll(signal);
        refused.throwIfAborted();
        return answer;
      } finally {
        end();
        leave();
      }
    },
  };
}

/**
 * Watches the access of a caller. `refused` is aborted with the refusal; `signal` is aborted then too, and when the
 * client disconnects or `end` is called.
 */
function watch({ signal: gone, recheck }: Follower['request'], expiresAt: Date | null) {
  const refused = new AbortController();
  const over = new AbortController();
  const signal = AbortSignal.any([gone, refused.signal, over.signal]);
  void (async () => {
    while (await paused(signal)) {
      try {
        // The token expires exactly on time, without the clock tolerance that new requests have.
        if (expiresAt && expiresAt.getTime() <= Date.now()) throw new Unauthenticated();
        await recheck();
      } catch (error) {
        // Only these errors end the reply; an unavailable database does not. A revoked link is `NotFound`.
        if ([Unauthenticated, Forbidden, NotFound].some((refusal) => error instanceof refusal))
          refused.abort(error);
      }
    }
  })();
  return { signal, refused: refused.signal, end: () => over.abort() };
}

/** Pauses; resolves with false when aborted. */
const paused = (signal: AbortSignal): Promise<boolean> =>
  delay(CHECK_MS, true, { signal, ref: false }).catch(() => false);

/**
 * Shortest pause between status reads, ms. The pause is a quarter of the time since the last change, so that the end of
 * a short run shows at once and a long run costs little.
 */
const LEAST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 900;
/**
 * Time after which an unchanged status is sent again, ms. With the pause of at most LONGEST_PAUSE_MS, a status is sent
 * at least every 2 s.
 */
const REPEAT_MS = 1000;

async function pause(sinceNewsMs: number, signal: AbortSignal, leftMs = LONGEST_PAUSE_MS): Promise<void> {
  const ms = Math.min(Math.max(sinceNewsMs / 4, LEAST_PAUSE_MS), LONGEST_PAUSE_MS, leftMs);
  await delay(ms, undefined, { signal }).catch(() => undefined);
}

/**
 * Sends `progress` at least every 2 s, then `done` with the status, and ends. `toProgress` selects the content of a
 * `progress` event. A status in which only `elapsed_s` differs counts as unchanged.
 */
export async function* eventStream<Status extends { readonly status: JobStatus }>(
  read: () => Promise<Status>,
  toProgress: (status: Status) => object,
  signal: AbortSignal,
): AsyncGenerator<string> {
  let sent = '';
  let sentAt = 0;
  let newsAt = Date.now();
  for (let id = 1; !signal.aborted; ) {
    const status = await read();
    if (isTerminal(status.status)) {
      yield serverEvent(id, 'done', status);
      return;
    }
    const data = toProgress(status);
    const text = JSON.stringify({ ...data, elapsed_s: 0 });
    const isNews = text !== sent;
    if (isNews || Date.now() - sentAt >= REPEAT_MS) {
      yield serverEvent(id, 'progress', data);
      sent = text;
      sentAt = Date.now();
      if (isNews) newsAt = sentAt;
      id += 1;
    }
    await pause(Date.now() - newsAt, signal);
  }
}

export const serverEvent = (id: number, name: string, data: object): string =>
  `id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

const LONGEST_S = 30;

/** The number N of `Prefer: wait=N` (RFC 7240), 0..30 s; undefined without such a header. */
export function waitSeconds(prefer: string | undefined): number | undefined {
  const wait = prefer?.match(/(?:^|[,;\s])wait\s*=\s*"?(\d{1,9})"?/i)?.[1];
  return wait === undefined ? undefined : Math.min(LONGEST_S, Number(wait));
}

/** Resolves when the status changes, or after `waitS` seconds. */
export async function awaitChange<Status extends { readonly status: JobStatus }>(
  read: () => Promise<Status>,
  waitS: number,
  signal: AbortSignal,
): Promise<Status> {
  const began = Date.now();
  const end = began + waitS * 1000;
  const first = await read();
  let now = first;
  while (now.status === first.status && !isTerminal(now.status) && Date.now() < end && !signal.aborted) {
    await pause(Date.now() - began, signal, end - Date.now());
    now = await read();
  }
  return now;
}
