/** Writes a handler's reply: JSON, or a stream of JSON or of one of the route's other media types. */
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { jsonPieces } from '../../temporal/json/json-pieces.ts';
import type { RequestContext } from './request.ts';
import type { AnyReply, RouteShape, StreamReply } from './route.ts';

const JSON_TYPE = 'application/json';
const EVENT_STREAM = 'text/event-stream';

export function send(ctx: RequestContext, route: RouteShape, answer: AnyReply | StreamReply): void {
  ctx.status = answer.status;
  if (isPersonal(route)) ctx.set('Cache-Control', 'no-store');
  ctx.set(answer.headers ?? {});
  if ('stream' in answer) sendStream(ctx, route, answer);
  else if (answer.body === undefined || answer.body === null) ctx.body = null;
  else sendJson(ctx, answer.body);
  ctx.status = answer.status;
}

/** What is meant for one caller belongs in nobody's cache. */
const isPersonal = (route: RouteShape): boolean => route.auth !== 'none' || route.isPersonal === true;

/** Large replies are written piece by piece, so that others have their turn. */
function sendJson(ctx: RequestContext, body: unknown): void {
  ctx.type = JSON_TYPE;
  const pieces = jsonPieces(body);
  const { value: first = '' } = pieces.next();
  const second = pieces.next();
  ctx.body = second.done ? first : Readable.from(allOf(first, second.value, pieces), { objectMode: false });
}

async function* allOf(first: string, second: string, rest: Iterable<string>): AsyncGenerator<string> {
  yield first + second;
  for (const piece of rest) {
    yield piece;
    await nextTurn();
  }
}

/** Koa destroys the stream when the connection closes. */
function sendStream(ctx: RequestContext, route: RouteShape, { mediaType, stream }: StreamReply): void {
  if (mediaType !== JSON_TYPE && !route.produces?.includes(mediaType))
    throw new TypeError(`${route.path} does not produce ${mediaType}`);
  ctx.type = mediaType;
  ctx.body = stream;
  if (stream instanceof Readable) stream.once('error', (error) => breakOff(ctx, error));
  if (mediaType !== EVENT_STREAM) return;
  ctx.compress = false;
  ctx.set({ 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' });
  ctx.flushHeaders();
}

/** Compression would leave the client waiting for the rest: it passes on what it reads, but no error. */
function breakOff(ctx: RequestContext, error: Error): void {
  ctx.app.emit('error', error, ctx);
  ctx.res.destroy();
}
