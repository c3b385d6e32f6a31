/** The responses of an operation in the OpenAPI document: what the route declares, and what follows from its shape. */

import { replyHeaders } from './check-reply.ts';
import { ERROR_MEANINGS } from './error-schemas.ts';
import { ERROR_HEADERS, type ReplyHeader } from './headers.ts';
import { type JsonSchema, toJsonSchema } from './json-schema.ts';
import type { RouteShape } from './route.ts';

export const toResponses = (route: RouteShape): JsonSchema => ({ ...successes(route), ...errors(route) });

function successes(route: RouteShape): Record<string, JsonSchema> {
  const { responses, produces = [], summary, example } = route;
  const streams = Object.fromEntries(produces.map((type) => [type, { schema: { type: 'string' } }]));
  const all: RouteShape['responses'] = { ...(produces.length > 0 ? { 200: null } : {}), ...responses };
  const declared = Object.entries(all).map(([status, schema]) => {
    const isOk = status === '200';
    const isShown = status === String(example?.status ?? 200);
    const shown = schema && jsonContent(toJsonSchema(schema), isShown ? example?.reply : undefined);
    const content = { ...shown, ...(isOk && streams) };
    return [
      status,
      {
        description: summary,
        ...headersOf(replyHeaders(route, Number(status))),
        ...(Object.keys(content).length > 0 && { content }),
      },
    ];
  });
  return Object.fromEntries(declared);
}

function errors(route: RouteShape): Record<string, JsonSchema> {
  const statuses = [...sharedErrors(route), ...(route.errors ?? [])];
  const undeclared = [...new Set(statuses)]
    .filter((status) => !(status in route.responses))
    .sort((a, b) => a - b);
  return Object.fromEntries(
    undeclared.map((status) => {
      const $ref = `#/components/schemas/${status === 422 ? 'HTTPValidationError' : 'Error'}`;
      const description = ERROR_MEANINGS[status] ?? 'Error';
      const headers = headersOf(ERROR_HEADERS[status] ?? []);
      return [status, { description, ...headers, content: jsonContent({ $ref }) }];
    }),
  );
}

const headersOf = (names: readonly ReplyHeader[]): JsonSchema => ({
  headers: Object.fromEntries(
    (['X-Request-Id', ...names] as const).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  ),
});

/** Error statuses that follow from the shape of a route alone; a target that is no URL is a 400 everywhere. */
function* sharedErrors(route: RouteShape): Generator<number> {
  const { method, auth, body, file, query, params, limit, forms, heeds } = route;
  if (auth !== 'none') yield* [401, 403];
  if (auth !== 'none' && limit !== 'own' && limit !== 'none') yield 429;
  if (forms) yield 403;
  if (body || file) yield* [408, 413, 415, 504];
  if (route.heavy) yield 504;
  if (body || file || auth === 'none') yield 400;
  if (body || file || query || params || heeds) yield 422;
  // A PUT may make what is not there.
  if (params && method !== 'put') yield 404;
  if (auth !== 'none' || body || file) yield* [500, 503];
}

export const jsonContent = (schema: JsonSchema, example?: object) => ({
  'application/json': { schema, ...(example && { example }) },
});
