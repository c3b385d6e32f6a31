/**
 * Replies that go on: event streams and long polls. A user has few at a time on this process, and each ends soon
 * after its caller may no longer make it: token revoked or expired, account disabled, module closed.
 */
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { Forbidden, RateLimited, Unauthenticated } from './errors.ts';
import type { Metrics } from './metrics.ts';
import type { Principal } from './principal.ts';
import type { RequestInfo } from './request.ts';

interface Follower {
  readonly user: Pick<Principal, 'userId' | 'expiresAt'>;
  readonly request: Pick<RequestInfo, 'signal' | 'recheck'>;
}

/** Both throw `RateLimited` when the user has no place left. The signal ends what they are given. */
export interface Follows {
  stream(follower: Follower, events: (signal: AbortSignal) => AsyncIterable<string>): Readable;
  /** Rejects with what the caller would be refused with by now. */
  wait<T>(follower: Follower, poll: (signal: AbortSignal) => Promise<T>): Promise<T>;
}

const PLACES = 20;
const RETRY_AFTER_S = 10;
/** Half of the 2 s within which a reply must end, since what follows it takes its time too. */
const CHECK_MS = 1000;

/** `gauge`: how many are open in all. */
export function createFollows(gauge: Metrics['openStreams']): Follows {
  const open = new Map<string, number>();
  const take = (userId: string): (() => void) => {
    const held = open.get(userId) ?? 0;
    if (held >= PLACES) throw new RateLimited(RETRY_AFTER_S);
    open.set(userId, held + 1);
    gauge.inc();
    return () => {
      gauge.dec();
      const left = (open.get(userId) ?? 1) - 1;
      if (left > 0) open.set(userId, left);
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

/** `refused` is aborted with the refusal, `signal` also when the client goes away or `end` is called. */
function watch({ signal: gone, recheck }: Follower['request'], expiresAt: Date | null) {
  const refused = new AbortController();
  const over = new AbortController();
  const signal = AbortSignal.any([gone, refused.signal, over.signal]);
  void (async () => {
    while (await paused(signal)) {
      try {
        // To the second, other than a new request, whose clock is allowed to be a little off.
        if (expiresAt && expiresAt.getTime() <= Date.now()) throw new Unauthenticated();
        await recheck();
      } catch (error) {
        // Nobody is refused because the database is away.
        if (error instanceof Unauthenticated || error instanceof Forbidden) refused.abort(error);
      }
    }
  })();
  return { signal, refused: refused.signal, end: () => over.abort() };
}

/** False when it was aborted. */
const paused = (signal: AbortSignal): Promise<boolean> =>
  delay(CHECK_MS, true, { signal, ref: false }).catch(() => false);
