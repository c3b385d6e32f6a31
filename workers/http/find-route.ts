/** The route that a request is for. */
import { HttpError } from './http-error.ts';
import type { AnyRoute } from './route.ts';

export interface FoundRoute {
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
