/**
 * Deadlines for requests that a client may safely repeat: reads, and submissions with an idempotency key. When the
 * service is slow, the client receives a 503 and retries; the retry uses the work that was done meanwhile.
 */
import { ServiceUnavailable } from './errors.ts';
import { waitSeconds } from './follows.ts';
import type { RequestContext } from './request.ts';
import { type RouteShape, secondsOf } from './route.ts';

/**
 * Time limit of a request with a deadline, ms: a proxy may take 5 s more to notice an unresponsive server, and clients
 * give up at 10 s.
 */
const ANSWER_MS = 3000;
/**
 * Least time limit, ms, after a large body was read. With less time, a client that repeats the body would never learn
 * that it was accepted.
 */
const LEAST_MS = 2500;
/** Header in which a process tells its thread how long it has worked on the request, ms. */
export const SPENT = 'x-spent-ms';

type TimedRoute = Pick<RouteShape, 'heeds'> & Partial<Pick<RouteShape, 'method' | 'seconds' | 'file'>>;
type Context = Pick<RequestContext, 'get'> & {
  readonly state: Pick<RequestContext['state'], 'cameAt' | 'loopMs'>;
};

/** True for a request with a short deadline: a submission with an idempotency key, or a read of a status. */
export const isAnsweredSoon = ({ method, heeds = [] }: TimedRoute, ctx: Pick<Context, 'get'>): boolean =>
  (heeds.includes('Idempotency-Key') && ctx.get('Idempotency-Key') !== '') ||
  (method === 'get' && heeds.includes('Prefer'));

/** Time since the request arrived, less the time in which its body arrived, ms. */
export const spentMs = ({ state: { cameAt } }: Pick<Context, 'state'>): number =>
  cameAt === undefined ? 0 : performance.now() - cameAt;

/** Time that the process spent before it passed the request to this thread, ms; 0 for a request without a short deadline. */
export const spentBefore = (route: TimedRoute, ctx: Pick<Context, 'get'>): number =>
  isAnsweredSoon(route, ctx) ? Math.max(0, Number(ctx.get(SPENT)) || 0) : 0;

/**
 * Time until the deadline, ms; undefined without a deadline. `mayWait`: true to add the wait that the client requested.
 */
export function timeLeft(route: TimedRoute, ctx: Context, { mayWait = false } = {}): number | undefined {
  const isSoon = isAnsweredSoon(route, ctx);
  if (!isSoon && route.method !== 'get') return undefined;
  const answerMs = isSoon ? ANSWER_MS : secondsOf(route) * 1000;
  const least = Math.min(LEAST_MS, ctx.state.loopMs ?? 0);
  const waitS =
    (mayWait && route.heeds?.includes('Prefer') && waitSeconds(ctx.get('Prefer') || undefined)) || 0;
  return Math.round(Math.max(least, answerMs - spentMs(ctx))) + waitS * 1000;
}

/** Rejects with `ServiceUnavailable` when `work` is not done after `ms`; the work itself continues. */
export async function inTime<T>(ms: number | undefined, work: Promise<T>): Promise<T> {
  if (ms === undefined) return work;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const tell = () => reject(new ServiceUnavailable('The service is slow at the moment; retry'));
    timer = setTimeout(tell, ms);
  });
  // Ignores an error of the work after the deadline.
  work.catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
