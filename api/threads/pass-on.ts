/** Decides which requests are answered on the event loop, and passes all others to a thread. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { briefly, LargeDocument } from '../../mongo/read-documents.ts';
import type { PassOn } from '../http/handle-request.ts';
import { isAnsweredSoon, timeLeft } from '../http/in-time.ts';
import { hasBody } from '../http/read-body.ts';
import { readRaw } from '../http/read-bytes.ts';
import { arrival, type RequestContext } from '../http/request.ts';
import { LIGHT_BYTES, type RouteShape, secondsOf } from '../http/route.ts';
import type { Threads } from './threads.ts';
import { createTimeUsed, steadyMs } from './time-used.ts';

/** Size limit of a file over all routes, and the word for a file in messages; each route also has its own limit. */
const FILE = { maxBytes: 64 * 1024 * 1024, what: 'File' };
/** Largest share of the event loop's time that a user may use; 0.1 is 6 s a minute. */
const LOOP_SHARE = 0.1;
/** Longest wait for a thread, ms, of a request with a short deadline; after it, the client receives a 503. */
const SOON_MS = 2000;
/** Assumed transfer rate, bytes/s: a larger body may wait longer for a thread. */
const BYTES_PER_SECOND = 1_000_000;

/**
 * Creates the function that decides where a request is answered. The event loop answers requests that are known to be
 * short: light route, small body, small documents, and a user with little recent use of the loop. A request that turns
 * out to be larger starts again in a thread.
 */
export function passOn(threads: Pick<Threads, 'answer'>): PassOn {
  const loop = createTimeUsed();
  const oneByOne = createStarts();
  const mostMs = steadyMs(LOOP_SHARE);
  return async (route, ctx, { userId, maxBytes }, here) => {
    if (isSmall(route, ctx) && loop.of(userId) < mostMs) {
      await oneByOne(userId);
      try {
        return await briefly(here);
      } catch (error) {
        if (!(error instanceof LargeDocument)) throw error;
      } finally {
        loop.add(userId, ctx.state.loopMs ?? 0);
      }
    }
    const body = ctx.state.raw ?? (await received(route, ctx, maxBytes));
    const seconds = secondsOf(route) + Math.round((body?.length ?? 0) / BYTES_PER_SECOND);
    await threads.answer(ctx, { userId, body, seconds, waitMs: longestWait(route, ctx) });
  };
}

/**
 * Starts the requests of a user in different turns of the event loop, so that a hundred of them do not delay other
 * users.
 */
function createStarts(): (userId: string) => Promise<void> {
  const last = new Map<string, Promise<void>>();
  return async (userId) => {
    const before = last.get(userId);
    const mine = (before ?? Promise.resolve()).then(() => nextTurn());
    last.set(userId, mine);
    void mine.then(() => last.get(userId) === mine && last.delete(userId));
    await before;
  };
}

/** Longest wait for a thread, ms; undefined for the default. */
const longestWait = (route: RouteShape, ctx: RequestContext): number | undefined =>
  isAnsweredSoon(route, ctx) ? Math.min(SOON_MS, timeLeft(route, ctx) ?? 0) : undefined;

/** The raw body; undefined without a body. */
function received(route: RouteShape, ctx: RequestContext, maxBytes: number): Promise<Buffer> | undefined {
  if (!hasBody(ctx)) return undefined;
  const { holding } = ctx.state;
  const limits = { ...(route.file ? FILE : { maxBytes, what: 'Body' }), take: holding?.take };
  return arrival(ctx, readRaw(ctx.req, limits));
}

/** True for a small body. A compressed body, or one of unknown length, counts as large. */
function isSmall(route: RouteShape, ctx: RequestContext): boolean {
  if (!route.light) return false;
  if (!route.body) return true;
  const encoding = ctx.get('Content-Encoding') || 'identity';
  return encoding === 'identity' && Number(ctx.get('Content-Length') || Number.NaN) <= LIGHT_BYTES;
}
