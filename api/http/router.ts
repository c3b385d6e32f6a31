/**
 * Mounts routes with and without the prefix of the service, `/api/x` and `/x`. A fixed path never matches a route with
 * parameters, so a method that is not declared for it is answered with 405.
 */
import Router from '@koa/router';
import type { Middleware } from 'koa';
import { MethodNotAllowed } from './errors.ts';
import type { HandleRequest } from './handle-request.ts';
import type { AppMiddleware, RequestContext } from './request.ts';
import type { AnyRoute, RouteShape } from './route.ts';

/** A page of the service itself, outside the API reference. */
export interface Page {
  readonly path: `/${string}`;
  show(ctx: RequestContext): Promise<void> | void;
}

export function createRouter<D>(
  routes: readonly AnyRoute<D>[],
  pages: readonly Page[],
  handle: HandleRequest<D>,
  prefix: string,
): AppMiddleware[] {
  const router = new Router();
  const spellings = (path: string): string[] => {
    const pattern = path.replaceAll(/\{(\w+)\}/g, ':$1');
    return [...new Set([prefix + pattern, pattern])];
  };
  for (const page of pages) {
    router.get(spellings(page.path), (ctx) => page.show(withRoute(ctx, page.path)));
  }
  for (const route of [...routes].sort(staticFirst)) {
    router.register(spellings(route.path), [route.method], (ctx) => handle(route, ctx, ctx.params));
  }
  return [otherMethods(router), router.routes() as Middleware];
}

/**
 * Sorts fixed paths before paths with parameters, segment by segment, so that `/solve/health` is found before
 * `/solve/{job_id}`.
 */
const staticFirst = (one: RouteShape, other: RouteShape): number => {
  const [a, b] = [shape(one), shape(other)];
  if (a === b) return 0;
  return a < b ? -1 : 1;
};

/** Shape of a path: one digit per segment, 1 for a parameter, as in `/solve/{job_id}/status` -> `0010`. */
const shape = ({ path }: RouteShape): string =>
  path
    .split('/')
    .map((segment) => (segment.startsWith('{') ? '1' : '0'))
    .join('');

const withRoute = (ctx: RequestContext, path: string): RequestContext => {
  ctx.state.route = path;
  return ctx;
};

const otherMethods =
  (router: Router): AppMiddleware =>
  async (ctx, next) => {
    const matched = router.match(ctx.path, ctx.method).path;
    const closest = matched.filter(({ path }) => path === matched[0]?.path);
    const allowed = [...new Set(closest.flatMap(({ methods }) => methods))].sort();
    if (allowed.length === 0 || allowed.includes(ctx.method)) return next();
    if (ctx.method !== 'OPTIONS') throw new MethodNotAllowed(allowed);
    ctx.status = 204;
    ctx.set('Allow', allowed.join(', '));
  };
