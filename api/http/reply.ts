/** Writes a handler's reply: JSON, or a stream of JSON or of another media type that the route declares. */
import { Readable } from 'node:stream';
import { ObjectSchema } from 'yup';
import type { ReplyHeader } from './headers.ts';
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

/** True if the reply is meant for one caller, so that it must not be cached. */
const isPersonal = (route: RouteShape): boolean => route.auth !== 'none' || route.isPersonal === true;

function sendJson(ctx: RequestContext, body: unknown): void {
  ctx.type = JSON_TYPE;
  ctx.body = JSON.stringify(body);
}

/** Sends a stream. Koa destroys the stream when the connection closes. */
function sendStream(
  ctx: RequestContext,
  route: RouteShape,
  { mediaType, stream, bytes = 0 }: StreamReply,
): void {
  if (mediaType !== JSON_TYPE && !route.produces?.includes(mediaType))
    throw new TypeError(`${route.path} does not produce ${mediaType}`);
  ctx.type = mediaType;
  ctx.body = stream;
  ctx.state.streamBytes = bytes;
  if (stream instanceof Readable) stream.once('error', (error) => breakOff(ctx, error));
  if (mediaType !== EVENT_STREAM) return;
  ctx.res.setTimeout(0);
  ctx.compress = false;
  ctx.set({ 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' });
  ctx.flushHeaders();
}

/**
 * Ends the connection when its stream has failed: compression passes on data but not errors, so the client would wait
 * forever.
 */
function breakOff(ctx: RequestContext, error: Error): void {
  ctx.app.emit('error', error, ctx);
  ctx.res.destroy();
}

/** Header fields that a success reply of this route may have, besides those that every reply has. */
export function replyHeaders(route: RouteShape, status: number): readonly ReplyHeader[] {
  const isCounted = (route.auth === 'bearer' || route.auth === 'admin') && route.limit !== 'none';
  return [
    ...(route.headers?.[status] ?? []),
    ...(isCounted && route.limit !== 'own' ? (['RateLimit', 'RateLimit-Policy'] as const) : []),
    ...(route.heeds?.includes('Prefer') ? (['Preference-Applied'] as const) : []),
    ...(route.produces && status === 200 ? (['Content-Disposition'] as const) : []),
  ];
}

/** Checks a reply against the declared schema, so that the documentation is never wrong. */
export async function checkReply(route: RouteShape, answer: AnyReply | StreamReply): Promise<void> {
  const where = `${route.method} ${route.path} ${answer.status}`;
  const declared: readonly string[] = replyHeaders(route, answer.status);
  const unknown = Object.keys(answer.headers ?? {}).find((name) => !declared.includes(name));
  if (unknown !== undefined) throw new TypeError(`${where}: undeclared header ${unknown}`);
  if ('stream' in answer) return;
  const schema = route.responses[answer.status];
  if (schema === undefined) throw new TypeError(`${where}: undeclared status`);
  if (schema === null) {
    if (answer.body !== undefined && answer.body !== null) throw new TypeError(`${where}: unexpected body`);
    return;
  }
  const exact = schema instanceof ObjectSchema ? schema.noUnknown() : schema;
  await exact.validate(answer.body, { strict: true, abortEarly: false });
}
