/**
 * Order of requests. The next request is one of the user with the least recent use of the threads, regardless of how
 * many requests each user has. One thread is reserved for users with hardly any recent use. A request that waits for
 * another process does not count as working.
 */
import { ServiceUnavailable, TooMany } from '../http/errors.ts';
import type { TimeUsed } from './time-used.ts';

interface Bounds {
  /** Number of threads that work at the same time, one of them reserved; at least two. */
  readonly width: number;
  /**
   * Number of additional threads, used while other threads wait for another process, or while the reserved thread is in
   * use for long.
   */
  readonly extra: number;
  readonly used: TimeUsed;
  /** Clock, ms. */
  readonly now?: () => number;
}

interface TurnRequest {
  readonly userId: string;
  /** True if the request is short enough for the reserved thread. */
  readonly isShort: boolean;
  /** True if the request uses so much memory that only one such request may run at a time. */
  readonly isLarge?: boolean;
  /** Longest wait until the turn of the request, ms. */
  readonly waitMs?: number;
}

/** A running request. */
export interface Turn {
  /** Call it once the request has a thread. `worked`: working time so far, without time spent waiting, ms. */
  measure(worked: () => number): void;
  end(): void;
}

export interface Turns {
  /**
   * Resolves when it is the turn of the request. Throws `TooMany` when the user has too many waiting requests,
   * `ServiceUnavailable` when the request has waited too long, and the reason of an abort.
   */
  begin(request: TurnRequest, signal: AbortSignal): Promise<Turn>;
  waiting(): number;
}

/** Recent use below which a user counts as new, ms. */
const NEW_MS = 1000;
/**
 * Time after which a request in the reserved thread counts as a normal one, so that another request may take the
 * reserved thread, ms.
 */
const KEPT_MS = 1000;
/** Interval at which running requests are checked while others wait, ms. */
const LOOK_MS = 250;
/** Share of working time below which a thread counts as waiting. */
const LEAST_SHARE = 0.1;
const MOST_WAITING = 16;
export const LONGEST_WAIT_MS = 60_000;
const RETRY_AFTER_S = 2;

interface Working extends TurnRequest {
  readonly isKept: boolean;
  readonly beganAt: number;
  worked: () => number;
  /** Time of the last check, and working time at that check. */
  before: { readonly at: number; readonly worked: number };
  isWaiting: boolean;
}

/** Kind of thread that a request occupies: the reserved one (`kept`), or any other. */
type Place = 'any' | 'kept';

const toWorking = (request: TurnRequest, place: Place, at: number): Working => ({
  ...request,
  isKept: place === 'kept',
  beganAt: at,
  worked: () => 0,
  before: { at, worked: 0 },
  isWaiting: false,
});

function noteWaiting(one: Working, at: number): void {
  if (at - one.before.at < LOOK_MS) return;
  const worked = one.worked();
  one.isWaiting = worked - one.before.worked < LEAST_SHARE * (at - one.before.at);
  one.before = { at, worked };
}

interface Waiting extends TurnRequest {
  begin(turn: Turn): void;
}

export function createTurns({ width, extra, used, now = () => performance.now() }: Bounds): Turns {
  const working = new Set<Working>();
  const waiting = new Set<Waiting>();
  let looks: NodeJS.Timeout | undefined;

  /** Recent use of a user, including that of running requests. */
  const usedBy = (userId: string): number =>
    [...working].reduce((sum, one) => sum + (one.userId === userId ? chargeOf(one) : 0), used.of(userId));
  /**
   * Time charged for a running request: its working time, but at least the share `LEAST_SHARE` of its duration, because
   * no other request can use its thread meanwhile.
   */
  const chargeOf = (one: Working): number => Math.max(one.worked(), LEAST_SHARE * (now() - one.beganAt));
  const isForNew = (request: TurnRequest): boolean => request.isShort && usedBy(request.userId) < NEW_MS;
  const placeFor = (request: TurnRequest): Place | undefined => {
    const free = width + extra - working.size;
    // One free thread is kept for short requests: however many requests wait for other processes, a short one can
    // start.
    if (free <= 0 || (free === 1 && !isForNew(request))) return undefined;
    if (request.isLarge && [...working].some(({ isLarge }) => isLarge)) return undefined;
    const busy = [...working].filter(({ isWaiting }) => !isWaiting);
    const reserved = busy.filter(({ isKept, beganAt }) => isKept && now() - beganAt < KEPT_MS);
    if (busy.length - reserved.length < width - 1) return 'any';
    return reserved.length === 0 && isForNew(request) ? 'kept' : undefined;
  };

  const start = (request: TurnRequest, place: Place): Turn => {
    const one = toWorking(request, place, now());
    working.add(one);
    return {
      measure: (worked) => {
        one.worked = worked;
      },
      end: () => {
        if (!working.delete(one)) return;
        used.add(request.userId, chargeOf(one));
        advance();
      },
    };
  };
  /** Starts waiting requests: users with the least recent use first, and requests of a user in order of arrival. */
  function advance(): void {
    const byUse = [...waiting].map((one) => ({ one, ms: usedBy(one.userId) })).sort((a, b) => a.ms - b.ms);
    for (const { one } of byUse) {
      const place = placeFor(one);
      if (place === undefined) continue;
      waiting.delete(one);
      one.begin(start(one, place));
    }
    if (waiting.size > 0) looks ??= setInterval(look, LOOK_MS).unref();
    else {
      clearInterval(looks);
      looks = undefined;
    }
  }
  function look(): void {
    for (const one of working) noteWaiting(one, now());
    advance();
  }

  return {
    begin: async (request, gone) => {
      gone.throwIfAborted();
      requireFew([...waiting].filter(({ userId }) => userId === request.userId).length);
      return new Promise((resolve, reject) => {
        const forget = untilAborted(gone, request.waitMs ?? LONGEST_WAIT_MS, (reason) => {
          waiting.delete(one);
          reject(reason);
        });
        const begin = (turn: Turn) => {
          forget();
          resolve(turn);
        };
        const one: Waiting = { ...request, begin };
        waiting.add(one);
        advance();
      });
    },
    waiting: () => waiting.size,
  };
}

function requireFew(waitingOfUser: number): void {
  if (waitingOfUser < MOST_WAITING) return;
  const words = `You have ${waitingOfUser} waiting requests: wait until one has ended`;
  throw new TooMany(words, RETRY_AFTER_S);
}

/** Reports why a request stops waiting: its client disconnected, or it waited too long. Returns a function that ends the watch. */
function untilAborted(gone: AbortSignal, waitMs: number, tell: (reason: unknown) => void): () => void {
  const late = AbortSignal.timeout(waitMs);
  const signal = AbortSignal.any([gone, late]);
  const abort = () => tell(gone.aborted ? gone.reason : new ServiceUnavailable('The service is busy; retry'));
  signal.addEventListener('abort', abort, { once: true });
  return () => signal.removeEventListener('abort', abort);
}
