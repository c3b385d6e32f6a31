/** The parts of a request against the schemas of its route, and problems in the names that the client uses. */
import { object } from 'yup';
import type { Canonical } from '../../temporal/case/canonical/solve-body.ts';
import { type FieldProblem, Unprocessable } from './errors.ts';
import type { AnyInput, RouteShape } from './route.ts';
import { validate } from './validate.ts';

/** A handler finds problems in canonical names; the client reads them in its own. */
export async function inClientWords<T>(
  canonical: Canonical | undefined,
  handle: () => Promise<T>,
): Promise<T> {
  try {
    return await handle();
  } catch (error) {
    if (!canonical || !(error instanceof Unprocessable)) throw error;
    throw new Unprocessable(error.detail.map((p) => ({ ...p, loc: canonical.clientPath(p.loc) })));
  }
}

const NO_QUERY = object();

type Parts = Pick<AnyInput<unknown>, 'params' | 'query' | 'body'>;

export async function validateParts(route: RouteShape, params: unknown, query: unknown, body: unknown) {
  const canonical = route.canonical?.(body ?? {});
  const read = canonical ? canonical.body : body === undefined ? {} : body;
  const say = canonical && ((loc: FieldProblem['loc']) => canonical.clientPath(loc));
  const parts = {
    params: route.params && (await validate(route.params, 'path', params)),
    query: await validate(route.query ?? NO_QUERY, 'query', query),
    body: route.body && (await validate(route.body, 'body', read, say)),
  };
  return { parts: parts as Parts, canonical };
}
