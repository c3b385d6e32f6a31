/**
 * One request to the solver service, in the order in which it may be refused: 404/405, 401, 413/415/400 of the
 * body, 422, and whatever the handler finds.
 */
import type { IncomingMessage } from 'node:http';
import type { FieldProblem } from '../../temporal/contract/field-problem.ts';
import { inSlices } from '../../temporal/json/in-slices.ts';
import { findRoute } from './find-route.ts';
import { HttpError } from './http-error.ts';
import { readJson } from './read-json.ts';
import { requireToken } from './require-token.ts';
import type { AnyRoute, Reply } from './route.ts';
import type { ServiceDeps } from './service-deps.ts';
import { validatePart } from './validate-part.ts';

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
