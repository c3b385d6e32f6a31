/** Pages of the API reference: the OpenAPI document, Redoc and Swagger UI. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NotFound } from './errors.ts';
import type { JsonSchema } from './json-schema.ts';
import { type About, toOpenApi } from './openapi.ts';
import type { RequestContext } from './request.ts';
import type { RouteShape } from './route.ts';
import type { Page } from './router.ts';

/** Content security policy of the viewers, which use inline styles and load images from data: and blob: URLs. */
const VIEWER_POLICY = [
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

/**
 * Pages load their assets by relative paths. A trailing slash would break these paths, so a URL with one is redirected.
 */
function showHtml(ctx: RequestContext, html: string, policy = VIEWER_POLICY): void {
  if (ctx.path.endsWith('/')) {
    ctx.redirect(ctx.path.replace(/(?<!\/)\/+$/, ''));
    return;
  }
  ctx.set('Content-Security-Policy', policy);
  ctx.type = 'text/html; charset=utf-8';
  ctx.body = html;
}

const MAX_AGE_S = 86_400;

/** A page whose content is a file, read once and then cached. */
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

/**
 * The pages of the API reference. `keepsTokens`: true if the browser stores a token beyond its tab; for development
 * only.
 */
export function docsPages(routes: readonly RouteShape[], about: About, keepsTokens: boolean): Page[] {
  // The document is built on first use, so that startup does not wait the tenth of a second that building takes.
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

/** Returns a function that calls `make` on first use and caches the result. */
function once<T extends object | string>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** File of the Redoc bundle, which the build copies here. */
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

/** GET /redoc: the document for reading, in Redoc if its bundle was built, else as a plain page. */
function redocPages({ title }: About, document: () => JsonSchema): Page[] {
  const plain = once(() => plainPage(document()));
  return [
    { path: '/redoc', show: (ctx) => showHtml(ctx, existsSync(BUNDLE) ? redocHtml(title) : plain()) },
    asset('/redoc/redoc.standalone.js', BUNDLE, 'text/javascript'),
  ];
}

/** Folder of the Swagger UI assets. They are served from here so that the pages work offline. */
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

/** GET /docs: the document with a form to send requests. */
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

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** The document as one HTML page without scripts. */
export function plainPage({ info, paths }: JsonSchema): string {
  const { title, version, description } = toRecord(info);
  const operations = Object.entries(toRecord(paths)).flatMap(([path, methods]) =>
    Object.entries(toRecord(methods)).map(([method, operation]) =>
      section(method, path, toRecord(operation)),
    ),
  );
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>
<body>
<h1>${escapeHtml(title)} ${escapeHtml(version)}</h1>
<p>${escapeHtml(description)}</p>
${operations.join('\n')}
</body>
</html>
`;
}

const section = (
  method: string,
  path: string,
  { summary, parameters, requestBody, responses }: JsonSchema,
): string =>
  `<section>
<h2><code>${escapeHtml(method.toUpperCase())} ${escapeHtml(path)}</code></h2>
<p>${escapeHtml(summary)}</p>
${details('Parameters', parameters)}${details('Request body', requestBody)}${details('Responses', responses)}</section>`;

const details = (title: string, value: unknown): string =>
  value === undefined
    ? ''
    : `<details><summary>${title}</summary><pre>${escapeHtml(JSON.stringify(value, null, 2))}</pre></details>\n`;

const escapeHtml = (text: unknown): string =>
  String(text).replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);

const toRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {};
