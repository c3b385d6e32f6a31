/** Bodies and meanings of error replies, shared by all operations. */
import type { JsonSchema } from './json-schema.ts';

const requestId = { type: 'string', description: 'Also in the X-Request-Id header' };

export const ERROR_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  Error: {
    type: 'object',
    required: ['detail', 'request_id'],
    properties: {
      detail: { type: 'string', description: 'What went wrong, for people' },
      request_id: requestId,
      code: { type: 'string', description: 'Reason beside the status, for programs' },
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

/** The reference's table of common status codes, and those of HTTP itself. */
export const ERROR_MEANINGS: Readonly<Record<number, string>> = {
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
  504: 'Solver exceeded the configured timeout, or the request the time that it may take',
};
