/** Which requests are answered in a thread, and how they get there. */
import { briefly, LargeDocument } from '../../mongo/documents.ts';
import type { PassOn } from '../http/handle-request.ts';
import { hasBody } from '../http/read-body.ts';
import { readRaw } from '../http/read-bytes.ts';
import type { RequestContext } from '../http/request.ts';
import type { RouteShape } from '../http/route.ts';
import type { Threads } from './threads.ts';

/** A body of this size is read and checked within some milliseconds. */
const SMALL_BYTES = 64 * 1024;
/** The largest that any route takes; each says so itself. */
const FILE = { maxBytes: 64 * 1024 * 1024, what: 'File' };
/** For a thread to answer, s. */
const LONGEST_S = 60;

/**
 * Lets a thread answer what may take long: by what the route does, by what is sent, or, when work has begun here, by what
 * it would have to read.
 */
export const passOn =
  (threads: Pick<Threads, 'enter' | 'answer'>): PassOn =>
  async (route, ctx, { userId, maxBytes }, here) => {
    if (!isHeavy(route, ctx)) {
      try {
        return await briefly(here);
      } catch (error) {
        if (!(error instanceof LargeDocument)) throw error;
      }
    }
    const place = threads.enter(userId);
    try {
      const body = ctx.state.raw ?? (await received(route, ctx, maxBytes));
      await threads.answer(ctx, { place, body, seconds: route.heavy?.seconds ?? LONGEST_S });
    } catch (error) {
      place.leave();
      throw error;
    }
  };

/** The body as it comes, if there is one. */
function received(route: RouteShape, ctx: RequestContext, maxBytes: number): Promise<Buffer> | undefined {
  if (!hasBody(ctx)) return undefined;
  return readRaw(ctx.req, route.file ? FILE : { maxBytes, what: 'Body' });
}

/** A file may be anything; what is compressed, or of unknown length, may be large. */
function isHeavy(route: RouteShape, ctx: RequestContext): boolean {
  if (route.heavy || route.file) return true;
  if (!route.body) return false;
  const encoding = ctx.get('Content-Encoding') || 'identity';
  return encoding !== 'identity' || !(Number(ctx.get('Content-Length') || Number.NaN) <= SMALL_BYTES);
}
