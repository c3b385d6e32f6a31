/** One route of the solver service as a value: its schemas validate, type the handler and make the document. */
import type { InferType, Schema } from 'yup';
import type { Canonical } from '../../temporal/case/canonical/solve-body.ts';
import type { Stepwise } from '../../temporal/json/in-slices.ts';
import { HttpError } from './http-error.ts';
import type { ServiceDeps } from './service-deps.ts';

type Infer<S> = S extends Schema ? InferType<S> : undefined;

export interface Call<P, Q, B> {
  readonly params: Infer<P>;
  readonly query: Infer<Q>;
  readonly body: Infer<B>;
  readonly deps: ServiceDeps;
  /** Aborted when the client goes away. */
  readonly signal: AbortSignal;
}

export interface Reply {
  readonly status: number;
  /** A value, JSON text as it is, or nothing. */
  readonly body?: object | Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
  /** Of text that is not JSON. */
  readonly mediaType?: string;
}

interface Route<
  P extends Schema | undefined = Schema | undefined,
  Q extends Schema | undefined = Schema | undefined,
  B extends Schema | undefined = Schema | undefined,
> {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** OpenAPI form, for example `/jobs/{job_id}`. */
  readonly path: `/${string}`;
  readonly summary: string;
  /** Needs no token. */
  readonly open?: true;
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  /** Rewrites the client's body into the canonical names of `body` before validation. */
  readonly canonical?: (body: unknown) => Stepwise<Canonical>;
  /** Replies by status, null for an empty one. */
  readonly responses: Readonly<Record<number, Schema | null>>;
  /** Error statuses beyond those that follow from the parts above. */
  readonly errors?: readonly number[];
  handle(call: Call<P, Q, B>): Promise<Reply>;
}

/** A route that has forgotten the types of its parts, as lists hold it; its own schemas vouch for them. */
export interface AnyRoute extends Omit<Route, 'handle'> {
  handle(
    call: Omit<Call<undefined, undefined, undefined>, 'params' | 'query' | 'body'> &
      Readonly<Record<'params' | 'query' | 'body', unknown>>,
  ): Promise<Reply>;
}

export const defineRoute = <
  P extends Schema | undefined = undefined,
  Q extends Schema | undefined = undefined,
  B extends Schema | undefined = undefined,
>(
  route: Route<P, Q, B>,
): Route<P, Q, B> => route;

/** The route that a request is for. */
interface FoundRoute {
  readonly route: AnyRoute;
  readonly params: Readonly<Record<string, string>>;
}

/** Throws 404, or 405 with the methods of the path. HEAD is answered like GET. */
export function findRoute(routes: readonly AnyRoute[], method: string, pathname: string): FoundRoute {
  const found = routes.flatMap((route): FoundRoute[] => {
    const params = paramsOf(route.path, pathname);
    return params ? [{ route, params }] : [];
  });
  if (found.length === 0) throw new HttpError(404, 'Not Found');
  const wanted = method === 'HEAD' ? 'GET' : method;
  const match = found.find(({ route }) => route.method === wanted);
  if (match) return match;
  const allowed = found.flatMap(({ route }) => (route.method === 'GET' ? ['GET', 'HEAD'] : route.method));
  throw new HttpError(405, 'Method Not Allowed', { headers: { Allow: [...new Set(allowed)].join(', ') } });
}

/** Undefined when the path is another one. */
function paramsOf(template: string, pathname: string): FoundRoute['params'] | undefined {
  const [wanted, given] = [template.split('/'), pathname.split('/')];
  if (wanted.length !== given.length) return undefined;
  const params: [string, string][] = [];
  for (const [at, segment] of wanted.entries()) {
    const text = given[at] ?? '';
    const name = /^\{(\w+)\}$/.exec(segment)?.[1];
    if (name === undefined) {
      if (segment !== text) return undefined;
    } else params.push([name, decoded(text)]);
  }
  return Object.fromEntries(params);
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch (cause) {
    throw new HttpError(400, 'Malformed path', { cause });
  }
}
