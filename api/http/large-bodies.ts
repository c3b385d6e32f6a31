/** How many large requests are held at a time, of one user and in all: each may take some hundred MB of memory. */
import { RateLimited, ServiceUnavailable } from './errors.ts';
import type { RequestContext } from './request.ts';
import type { RouteShape } from './route.ts';

/** Smaller ones are not counted, if their size is known. */
const LARGE_BYTES = 1024 * 1024;
const MOST_OF_USER = 8;
const MOST = 32;
const RETRY_AFTER_S = 1;

/** Counts the request until its reply is sent. Throws 429 or 503. */
export type HoldLargeBody = (route: RouteShape, ctx: RequestContext, userId: string) => void;

export function createHoldLargeBody(mostOfUser = MOST_OF_USER): HoldLargeBody {
  const held = new Map<string, number>();
  let total = 0;
  return (route, ctx, userId) => {
    if (!(route.body || route.file) || !mayBeLarge(ctx)) return;
    const own = held.get(userId) ?? 0;
    if (own >= mostOfUser) throw new RateLimited(RETRY_AFTER_S, {});
    if (total >= MOST)
      throw new ServiceUnavailable('Too many large requests', {
        headers: { 'Retry-After': String(RETRY_AFTER_S) },
      });
    held.set(userId, own + 1);
    total += 1;
    ctx.res.once('close', () => {
      total -= 1;
      const rest = (held.get(userId) ?? 1) - 1;
      if (rest > 0) held.set(userId, rest);
      else held.delete(userId);
    });
  };
}

function mayBeLarge(ctx: RequestContext): boolean {
  const encoding = ctx.get('Content-Encoding');
  if (encoding !== '' && encoding !== 'identity') return true;
  return ctx.get('Transfer-Encoding') !== '' || Number(ctx.get('Content-Length')) > LARGE_BYTES;
}
