/** Pages about the service: its document in three forms, to which the root leads. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NotFound } from './errors.ts';
import type { JsonSchema } from './json-schema.ts';
import { type About, toOpenApi } from './openapi.ts';
import { plainPage } from './plain-page.ts';
import type { RequestContext } from './request.ts';
import type { RouteShape } from './route.ts';
import type { Page } from './router.ts';

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
  /** Relative, so that it holds behind a proxy that adds a prefix. */
  const root: Page = { path: '/', show: (ctx) => ctx.redirect('docs') };
  return [root, openapi, ...swaggerPages(about, keepsTokens), ...redocPages(about, document)];
}

/** `make`, called when its result is asked for first. */
function once<T extends object | string>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** All assets are ours, so that the pages work offline. */
const ASSETS = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

const swaggerHtml = (title: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${title} - API</title>
<link rel="stylesheet" href="docs/swagger-ui.css">
</head>
<body>
<div id="swagger-ui"></div>
<script src="docs/swagger-ui-bundle.js"></script>
<script src="docs/initializer.js"></script>
</body>
</html>
`;

const initializer = (keepsTokens: boolean) => `window.ui = SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  persistAuthorization: ${keepsTokens},
  tryItOutEnabled: true,
  validatorUrl: null,
});
`;

/** GET /docs: the document as a form to try requests with. */
const swaggerPages = ({ title }: About, keepsTokens: boolean): readonly Page[] => [
  { path: '/docs', show: (ctx) => showHtml(ctx, swaggerHtml(title)) },
  {
    path: '/docs/initializer.js',
    show: (ctx) => {
      ctx.type = 'text/javascript';
      ctx.body = initializer(keepsTokens);
    },
  },
  asset('/docs/swagger-ui.css', join(ASSETS, 'swagger-ui.css'), 'text/css'),
  asset('/docs/swagger-ui-bundle.js', join(ASSETS, 'swagger-ui-bundle.js'), 'text/javascript'),
];

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

/** For the viewers, which style elements inline and draw from data: and blob: URLs. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The pages load their assets by relative paths, which a trailing slash would lead astray. */
function showHtml(ctx: RequestContext, html: string): void {
  if (ctx.path.endsWith('/')) {
    ctx.redirect(ctx.path.replace(/\/+$/, ''));
    return;
  }
  ctx.set('Content-Security-Policy', POLICY);
  ctx.type = 'text/html; charset=utf-8';
  ctx.body = html;
}

const MAX_AGE_S = 86_400;

/** A page that is a file, read once and then kept. */
function asset(path: Page['path'], file: string, type: string): Page {
  let content: Promise<string> | undefined;
  return {
    path,
    show: async (ctx) => {
      content ??= readFile(file, 'utf8');
      try {
        ctx.body = await content;
      } catch (error) {
        content = undefined;
        throw new NotFound('Not Found', { cause: error });
      }
      ctx.type = type;
      ctx.set('Cache-Control', `public, max-age=${MAX_AGE_S}`);
    },
  };
}
