/** Pages about the service: its document in three forms. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { JsonSchema } from './json-schema.ts';
import { type About, toOpenApi } from './openapi.ts';
import { plainPage } from './plain-page.ts';
import type { RouteShape } from './route.ts';
import type { Page } from './router.ts';
import { asset, showHtml } from './static-page.ts';
import { swaggerPages } from './swagger-page.ts';

/** `keepsTokens`: whether the browser remembers a token beyond its tab, which is good for development only. */
export function docsPages(routes: readonly RouteShape[], about: About, keepsTokens: boolean): Page[] {
  // A tenth of a second of work, which the start of a process need not wait for.
  const document = once(() => toOpenApi(routes, about));
  const text = once(() => JSON.stringify(document()));
  const openapi: Page = {
    path: '/openapi.json',
    show: (ctx) => {
      ctx.type = 'application/json';
      ctx.body = text();
    },
  };
  return [openapi, ...swaggerPages(about, keepsTokens), ...redocPages(about, document)];
}

/** `make`, called when its result is asked for first. */
function once<T extends object | string>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** Redoc, copied there by the build. */
const BUNDLE = fileURLToPath(new URL('../assets/redoc.standalone.js', import.meta.url));

const redocHtml = (title: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} - API reference</title>
</head>
<body>
<redoc spec-url="openapi.json" disable-search="true"></redoc>
<script src="redoc/redoc.standalone.js"></script>
</body>
</html>
`;

/** GET /redoc: the document to read; Redoc where the build has its bundle, a plain page elsewhere. */
function redocPages({ title }: About, document: () => JsonSchema): Page[] {
  const plain = once(() => plainPage(document()));
  return [
    { path: '/redoc', show: (ctx) => showHtml(ctx, existsSync(BUNDLE) ? redocHtml(title) : plain()) },
    asset('/redoc/redoc.standalone.js', BUNDLE, 'text/javascript'),
  ];
}
