/**
 * Whose request begins next: that of the user who has used the threads least lately, however many requests each has. One
 * thread is kept for users who have hardly used any, and a request that waits for another process is not at work.
 */
import { ServiceUnavailable, TooMany } from '../http/errors.ts';
import type { TimeUsed } from './time-used.ts';

interface Bounds {
  /** Threads at work at the same time, one of them kept; at least two. */
  readonly width: number;
  /** Threads beyond those, while others wait for another process or the kept one is used for long. */
  readonly extra: number;
  readonly used: TimeUsed;
  /** ms. */
  readonly now?: () => number;
}

interface Asked {
  readonly userId: string;
  /** Whether it may have the thread that is kept. */
  readonly isShort: boolean;
  /** Whether it takes so much memory that only one such is at work. */
  readonly isLarge?: boolean;
  /** It waits no longer for its turn, ms. */
  readonly waitMs?: number;
}

/** A request at work. */
export interface Turn {
  /** From when it has a thread: tells for how long it has worked by now, without what it has waited, ms. */
  measure(worked: () => number): void;
  end(): void;
}

export interface Turns {
  /**
   * Resolves when it is its turn. Throws `TooMany` when the user has too many that wait, `ServiceUnavailable` when it has
   * waited too long, and the reason of an abort.
   */
  begin(asked: Asked, signal: AbortSignal): Promise<Turn>;
  /** How many wait. */
  waiting(): number;
}

/** A user who has used less than this is new, ms. */
const NEW_MS = 1000;
/** After so long a request has the thread that is kept no longer for itself, ms. */
const KEPT_MS = 1000;
/** Between two looks at what those at work do, while others wait, ms. */
const LOOK_MS = 250;
/** A thread that works less of the time waits. */
const LEAST_SHARE = 0.1;
const MOST_WAITING = 16;
export const LONGEST_WAIT_MS = 60_000;
const RETRY_AFTER_S = 2;

interface Working extends Asked {
  readonly isKept: boolean;
  readonly beganAt: number;
  worked: () => number;
  /** How long it had worked when that was last looked at. */
  before: { readonly at: number; readonly worked: number };
  isWaiting: boolean;
}

/** A thread is the kept one or one of the others. */
type Place = 'any' | 'kept';

const toWorking = (asked: Asked, place: Place, at: number): Working => ({
  ...asked,
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

interface Waiting extends Asked {
  begin(turn: Turn): void;
}

export function createTurns({ width, extra, used, now = () => performance.now() }: Bounds): Turns {
  const working = new Set<Working>();
  const waiting = new Set<Waiting>();
  let looks: NodeJS.Timeout | undefined;

  /** With what its requests at work have used so far. */
  const usedBy = (userId: string): number =>
    [...working].reduce((sum, one) => sum + (one.userId === userId ? chargeOf(one) : 0), used.of(userId));
  /** A thread that waits is at hand for nobody else, though it works little. */
  const chargeOf = (one: Working): number => Math.max(one.worked(), LEAST_SHARE * (now() - one.beganAt));
  const isForNew = (asked: Asked): boolean => asked.isShort && usedBy(asked.userId) < NEW_MS;
  const placeFor = (asked: Asked): Place | undefined => {
    const free = width + extra - working.size;
    // The last one is kept as well: however many wait for another process, a short request begins.
    if (free <= 0 || (free === 1 && !isForNew(asked))) return undefined;
    if (asked.isLarge && [...working].some(({ isLarge }) => isLarge)) return undefined;
    const busy = [...working].filter(({ isWaiting }) => !isWaiting);
    const reserved = busy.filter(({ isKept, beganAt }) => isKept && now() - beganAt < KEPT_MS);
    if (busy.length - reserved.length < width - 1) return 'any';
    return reserved.length === 0 && isForNew(asked) ? 'kept' : undefined;
  };

  const start = (asked: Asked, place: Place): Turn => {
    const one = toWorking(asked, place, now());
    working.add(one);
    return {
      measure: (worked) => {
        one.worked = worked;
      },
      end: () => {
        if (!working.delete(one)) return;
        used.add(asked.userId, chargeOf(one));
        advance();
      },
    };
  };
  /** Begins what may begin, those first who have used least; of one user the first that came. */
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
    begin: async (asked, gone) => {
      gone.throwIfAborted();
      requireFew([...waiting].filter(({ userId }) => userId === asked.userId).length);
      return new Promise((resolve, reject) => {
        const forget = untilAborted(gone, asked.waitMs ?? LONGEST_WAIT_MS, (reason) => {
          waiting.delete(one);
          reject(reason);
        });
        const begin = (turn: Turn) => {
          forget();
          resolve(turn);
        };
        const one: Waiting = { ...asked, begin };
        waiting.add(one);
        advance();
      });
    },
    waiting: () => waiting.size,
  };
}

function requireFew(own: number): void {
  if (own < MOST_WAITING) return;
  const words = `You have ${own} requests that wait for their turn: wait until one has ended`;
  throw new TooMany(words, RETRY_AFTER_S);
}

/** Tells why a request waits no longer: its client is gone, or it has waited too long. Returns what ends that. */
function untilAborted(gone: AbortSignal, waitMs: number, tell: (reason: unknown) => void): () => void {
  const late = AbortSignal.timeout(waitMs);
  const signal = AbortSignal.any([gone, late]);
  const abort = () =>
    tell(gone.aborted ? gone.reason : new ServiceUnavailable('The service is busy; try again'));
  signal.addEventListener('abort', abort, { once: true });
  return () => signal.removeEventListener('abort', abort);
}
