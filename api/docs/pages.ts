/** Pages about the service: its document in three forms, to which the root leads, and its metrics. */
import type { Deps } from '../deps.ts';
import { toOpenApi } from '../openapi/document.ts';
import type { AnyRoute } from '../route.ts';
import type { Page } from '../router.ts';
import { metricsPage } from './metrics.ts';
import { redocPages } from './redoc.ts';
import { swaggerPages } from './swagger.ts';

export function createPages(deps: Pick<Deps, 'metrics' | 'settings'>, routes: readonly AnyRoute[]): Page[] {
  const document = toOpenApi(routes);
  const text = JSON.stringify(document);
  const openapi: Page = {
    path: '/openapi.json',
    show: (ctx) => {
      ctx.type = 'application/json';
      ctx.body = text;
    },
  };
  /** Relative, so that it holds behind a proxy that adds a prefix. */
  const root: Page = { path: '/', show: (ctx) => ctx.redirect('docs') };
  return [root, openapi, ...swaggerPages(deps.settings), ...redocPages(document), metricsPage(deps)];
}
