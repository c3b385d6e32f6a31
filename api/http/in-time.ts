/**
 * A request that its client may repeat, a submission with its key or a read, is answered however slow everything behind the
 * service is: the client is told to come again, and finds what was done meanwhile.
 */
import { ServiceUnavailable } from './errors.ts';
import { waitSeconds } from './follows.ts';
import type { RequestContext } from './request.ts';
import { type RouteShape, secondsOf } from './route.ts';

/** A proxy may need 5 s more to find a server silent, and clients give up at 10 s. */
const ANSWER_MS = 3000;
/** A large body that comes again has so long, ms, whatever its reading took: else its client would never hear that it was accepted. */
const LEAST_MS = 2500;
/** Header by which a process tells its thread how long a request has waited. */
export const SPENT = 'x-spent-ms';

type Asked = Pick<RouteShape, 'heeds'> & Partial<Pick<RouteShape, 'method' | 'seconds' | 'file'>>;
type Context = Pick<RequestContext, 'get'> & {
  readonly state: Pick<RequestContext['state'], 'cameAt' | 'loopMs'>;
};

/** A submission with its key, and a look at a status. */
export const isAnsweredSoon = ({ heeds = [] }: Asked, ctx: Pick<Context, 'get'>): boolean =>
  (heeds.includes('Idempotency-Key') && ctx.get('Idempotency-Key') !== '') || heeds.includes('Prefer');

/** Time since it came, without that in which its body arrived, ms. */
export const spentMs = ({ state: { cameAt } }: Pick<Context, 'state'>): number =>
  cameAt === undefined ? 0 : performance.now() - cameAt;

/** Time that the process which passed it to this thread has spent, ms; a request without that haste has its time from here on. */
export const spentBefore = (route: Asked, ctx: Pick<Context, 'get'>): number =>
  isAnsweredSoon(route, ctx) ? Math.max(0, Number(ctx.get(SPENT)) || 0) : 0;

/** Until it has to be answered, ms; undefined = however long it takes. `mayWait`: besides, for as long as its client asks for. */
export function timeLeft(route: Asked, ctx: Context, { mayWait = false } = {}): number | undefined {
  const isSoon = isAnsweredSoon(route, ctx);
  if (!isSoon && route.method !== 'get') return undefined;
  const answerMs = isSoon ? ANSWER_MS : secondsOf(route) * 1000;
  const least = Math.min(LEAST_MS, ctx.state.loopMs ?? 0);
  const waitS =
    (mayWait && route.heeds?.includes('Prefer') && waitSeconds(ctx.get('Prefer') || undefined)) || 0;
  return Math.round(Math.max(least, answerMs - spentMs(ctx))) + waitS * 1000;
}

/** Rejects with `ServiceUnavailable` when `work`, which goes on, is not done after that time. */
export async function inTime<T>(ms: number | undefined, work: Promise<T>): Promise<T> {
  if (ms === undefined) return work;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const tell = () => reject(new ServiceUnavailable('The service is slow at the moment; ask again'));
    timer = setTimeout(tell, ms);
  });
  // A late outcome has no reader.
  work.catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
