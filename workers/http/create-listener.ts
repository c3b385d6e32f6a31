/** The solver service as a listener of node:http: requests in, replies out, failures logged. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { isUnavailable } from '../../mongo/errors.ts';
import { type Access, answer } from './answer.ts';
import { HttpError } from './http-error.ts';
import type { AnyRoute, Reply } from './route.ts';
import type { ServiceDeps } from './service-deps.ts';

const WELL_FORMED = /^[\w-]{8,64}$/;

export function createListener(
  routes: readonly AnyRoute[],
  access: Access,
  deps: ServiceDeps,
  log: Pick<Logger, 'error'>,
): RequestListener {
  return (request, response) => {
    const requestId = requestIdOf(request);
    const gone = new AbortController();
    response.once('close', () => {
      if (!response.writableFinished) gone.abort();
    });
    answer(routes, access, deps, request, gone.signal)
      .catch((thrown: unknown): Reply => {
        const error = toHttpError(thrown);
        const isOurs = error.status >= 500 && !gone.signal.aborted;
        if (isOurs) log.error({ err: thrown, request_id: requestId, url: request.url }, 'request failed');
        return errorReply(error, requestId);
      })
      .then((reply) => send(response, reply, requestId))
      .catch((error: unknown) => {
        log.error({ err: error, request_id: requestId }, 'reply not sent');
        response.destroy();
      });
  };
}

/** The client's own id when it is well formed, else a new one. */
function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && WELL_FORMED.test(given) ? given : randomUUID();
}

function toHttpError(thrown: unknown): HttpError {
  if (thrown instanceof HttpError) return thrown;
  return isUnavailable(thrown)
    ? new HttpError(503, 'Database unavailable', { code: 'DATABASE_UNAVAILABLE' })
    : new HttpError(500, 'Internal server error');
}

const errorReply = ({ status, detail, code, headers }: HttpError, requestId: string): Reply => ({
  status,
  headers,
  body: { detail, request_id: requestId, ...(code && { code }) },
});

function send(
  response: ServerResponse,
  { status, body, headers, mediaType }: Reply,
  requestId: string,
): void {
  const bytes = body instanceof Uint8Array || body === undefined ? body : Buffer.from(JSON.stringify(body));
  response.writeHead(status, {
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...(bytes && { 'Content-Type': mediaType ?? 'application/json', 'Content-Length': bytes.length }),
    ...headers,
    'X-Request-Id': requestId,
  });
  response.end(bytes);
}
