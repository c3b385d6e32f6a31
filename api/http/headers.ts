/** Header fields of requests and replies, with their descriptions for the OpenAPI document. */
import type { RequestInfo } from './request.ts';

/** Header fields of a reply by name. */
export type Headers = Readonly<Record<string, string>>;

export const LONGEST_KEY = 255;

/** Request header fields that some routes read. */
export const REQUEST_HEADERS = {
  'Idempotency-Key': {
    description:
      'Identifies the submission: for 24 hours the same key and body return the first handle; another body is a 409',
    schema: { type: 'string', minLength: 1, maxLength: LONGEST_KEY },
  },
  Prefer: {
    description: '`wait=N`: reply at the next change of status, or after N seconds, at most 30',
    schema: { type: 'string', examples: ['wait=20'] },
  },
  'If-Match': {
    description: 'Version to replace, an `ETag`; a 409 if the current version differs',
    schema: { type: 'string', examples: ['*'] },
  },
} as const;
export type RequestHeader = keyof typeof REQUEST_HEADERS;

const text = (description: string) => ({ description, schema: { type: 'string' } });

export const REPLY_HEADERS = {
  'X-Request-Id': text('Id of the request in the log of the service'),
  Location: text('Path of the created resource'),
  'Retry-After': {
    description: 'Seconds to wait before the next try',
    schema: { type: 'integer', minimum: 0 },
  },
  RateLimit: text('Remaining quota: `"name";r=calls;t=seconds until it is full again`'),
  'RateLimit-Policy': text('The quota: `"name";q=calls;w=seconds`'),
  ETag: text('Version of the content, for `If-Match`'),
  'Preference-Applied': text('The applied wait, when `Prefer` requested one'),
  'Idempotency-Replayed': text('`true` when this `Idempotency-Key` was accepted before'),
  'Content-Disposition': text('File name of a download'),
  'Cache-Control': text('`no-store`: not to be cached'),
  'Set-Cookie': text('CSRF cookie, or refresh token of a page'),
  'X-AI-Provider': text('Provider of the answer'),
  'WWW-Authenticate': text('Why the token was refused'),
} as const;
export type ReplyHeader = keyof typeof REPLY_HEADERS;

/** Header fields of the reply to an accepted submission. */
export const SUBMISSION_HEADERS = [
  'Location',
  'Retry-After',
  'RateLimit',
  'RateLimit-Policy',
  'Idempotency-Replayed',
] as const satisfies readonly ReplyHeader[];

/** Header fields of error replies by status. */
export const ERROR_HEADERS: Readonly<Record<number, readonly ReplyHeader[]>> = {
  401: ['WWW-Authenticate'],
  429: ['Retry-After'],
  502: ['Retry-After'],
  503: ['Retry-After'],
};

/** `ETag` header with a record's version (RFC 9110, section 8.8.3). */
export const entityTag = (version: string): Headers => ({ ETag: `"${version}"` });

/** The version that `If-Match` requires; undefined if the header accepts any version. */
export function expectedVersion(request: RequestInfo): string | undefined {
  const header = request.header('if-match')?.trim();
  if (header === undefined || header === '*') return undefined;
  return header.replace(/^(?:W\/)?"(.*)"$/, '$1');
}
