/**
 * Responses of an operation in the OpenAPI document: those that the route declares, and those that follow from its
 * properties.
 */
import { ERROR_HEADERS, type ReplyHeader } from './headers.ts';
import { type JsonSchema, toJsonSchema } from './json-schema.ts';
import { replyHeaders } from './reply.ts';
import type { RouteShape } from './route.ts';

const requestId = { type: 'string', description: 'Id of the request, also in the header X-Request-Id' };

export const ERROR_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  Error: {
    type: 'object',
    required: ['detail', 'request_id'],
    properties: {
      detail: { type: 'string', description: 'Explanation for people' },
      request_id: requestId,
      code: { type: 'string', description: 'Reason in addition to the status, for programs' },
    },
  },
  HTTPValidationError: {
    type: 'object',
    required: ['detail', 'request_id'],
    properties: {
      detail: { type: 'array', items: { $ref: '#/components/schemas/ValidationError' } },
      request_id: requestId,
    },
  },
  ValidationError: {
    type: 'object',
    required: ['loc', 'msg', 'type'],
    properties: {
      loc: {
        type: 'array',
        items: { type: ['string', 'integer'] },
        description: 'Part of the request, then the path in it',
        examples: [['body', 'payload', 'loads', 0, 'values']],
      },
      msg: { type: 'string', examples: ['Field required'] },
      type: { type: 'string', examples: ['missing'] },
    },
  },
};

/** Error status -> meaning: the common codes of the API contract, and other codes of HTTP. */
const ERROR_MEANINGS: Readonly<Record<number, string>> = {
  400: 'Invalid input; explanation in `detail`',
  401: 'Token missing, expired or invalid',
  403: 'Authenticated but insufficient permissions',
  404: 'Resource not found',
  405: 'Method not allowed',
  408: 'Request body arrives too slowly',
  409: 'Resource already exists or state prevents the operation',
  413: 'Request body too large',
  415: 'Request body is not JSON',
  422: 'Validation error; field-level details in `detail[].loc` and `detail[].msg`',
  429: 'Rate limited; retry after the interval in the `Retry-After` header',
  500: 'Internal server error',
  502: 'Solver service unreachable or returned an error',
  503: 'A part of the service is unavailable',
  504: 'The solver exceeded the configured timeout, or the request its time limit',
};

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

/** Error statuses that follow from the properties of a route. Every route also answers an invalid URL with 400. */
function* sharedErrors(route: RouteShape): Generator<number> {
  const { method, auth, body, file, query, params, limit, forms, heeds } = route;
  if (auth !== 'none') yield* [401, 403];
  if (auth !== 'none' && limit !== 'own') yield 429;
  if (forms) yield 403;
  if (body || file) yield* [408, 413, 415, 504];
  if (!route.light) yield 504;
  if (body || file || auth === 'none') yield 400;
  if (body || file || query || params || heeds) yield 422;
  // A PUT has no 404, since it may create the resource.
  if (params && method !== 'put') yield 404;
  if (auth !== 'none' || body || file) yield* [500, 503];
}

export const jsonContent = (schema: JsonSchema, example?: object) => ({
  'application/json': { schema, ...(example && { example }) },
});
