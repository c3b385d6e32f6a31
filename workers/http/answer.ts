/**
 * One request to the solver service, in the order in which it may be refused: 404/405, 401, 413/415/400 of the
 * body, 422, and whatever the handler finds.
 */

import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { type Schema, ValidationError } from 'yup';
import type { Canonical } from '../../temporal/case/canonical/solve-body.ts';
import { type CheckedBody, checkBody } from '../../temporal/contract/check-body.ts';
import { type FieldProblem, type Part, toProblems } from '../../temporal/contract/problems.ts';
import { inSlices } from '../../temporal/json/in-slices.ts';
import { HttpError } from './http-error.ts';
import { readJson } from './read-json.ts';
import { type AnyRoute, findRoute, type Reply } from './route.ts';
import type { ServiceDeps } from './service-deps.ts';

export interface Access {
  readonly token: string | undefined;
  readonly maxBytes: number;
}

export async function answer(
  routes: readonly AnyRoute[],
  access: Access,
  deps: ServiceDeps,
  request: IncomingMessage,
  signal: AbortSignal,
): Promise<Reply> {
  const { pathname, searchParams } = urlOf(request);
  const { route, params } = findRoute(routes, request.method ?? 'GET', pathname);
  if (!route.open) requireToken(request.headers, access.token);
  const sent = route.body ? ((await readJson(request, access.maxBytes)) ?? {}) : undefined;
  const canonical = route.canonical && (await inSlices(route.canonical(sent)));
  const say = (loc: FieldProblem['loc']) => canonical?.clientPath(loc) ?? loc;
  const parts = {
    params: await validatePart(route.params, 'path', params),
    query: await validatePart(route.query, 'query', Object.fromEntries(searchParams)),
    body: await validatePart(route.body, 'body', canonical ? canonical.body : sent, say),
  };
  try {
    return await route.handle({ ...parts, deps, signal });
  } catch (error) {
    throw inClientWords(error, say);
  }
}

/** A handler finds problems in canonical names; the client reads them in its own. */
function inClientWords(error: unknown, say: (loc: FieldProblem['loc']) => FieldProblem['loc']): unknown {
  if (!(error instanceof HttpError) || typeof error.detail === 'string') return error;
  return new HttpError(
    error.status,
    error.detail.map((problem) => ({ ...problem, loc: say(problem.loc) })),
  );
}

function urlOf({ url = '/' }: IncomingMessage): URL {
  try {
    return new URL(url, 'http://solver');
  } catch (cause) {
    throw new HttpError(400, 'Malformed path', { cause });
  }
}

/** Checks one part of a request against its schema; problems are reported all at once, as the API reports them. */

/** Nobody reads the stack of a wrong field. */
const OPTIONS = { abortEarly: false, disableStackTrace: true };

/** A JSON body must already have the right types; query and path text is converted. Throws 422. */
async function validatePart(
  schema: Schema | undefined,
  part: Part,
  value: unknown,
  say: Canonical['clientPath'] = (loc) => loc,
): Promise<unknown> {
  if (!schema) return undefined;
  const { value: valid, errors } =
    part === 'body' ? await inSlices(checkBody(schema, value)) : await convert(schema, value);
  if (errors.length === 0) return valid;
  throw new HttpError(422, toProblems(schema, part, errors, say));
}

async function convert(schema: Schema, value: unknown): Promise<CheckedBody> {
  try {
    return { value: await schema.validate(value, OPTIONS), errors: [] };
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return { value, errors: error.inner.length > 0 ? error.inner : [error] };
  }
}

/** Lets in who knows the shared secret: `Authorization: Bearer <token>`, or the header `X-Solver-Token`. */
const BEARER = /^Bearer +(.+)$/i;

/** Throws 401. No `token` = everybody may call, which the settings allow on a loopback address only. */
function requireToken(headers: IncomingHttpHeaders, token: string | undefined): void {
  if (!token || isSame(givenBy(headers), token)) return;
  throw new HttpError(401, 'Token missing or invalid', { headers: { 'WWW-Authenticate': 'Bearer' } });
}

function givenBy({ authorization = '', 'x-solver-token': own }: IncomingHttpHeaders): string {
  return typeof own === 'string' && own !== '' ? own : (BEARER.exec(authorization)?.[1] ?? '');
}

/** Hashes are of equal length, so that the time says nothing of the secret, not even its length. */
const isSame = (given: string, token: string): boolean => timingSafeEqual(digest(given), digest(token));

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
