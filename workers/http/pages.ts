/** The document of the service, as JSON and as a page to try requests with; all assets are ours. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { toOpenApi } from './openapi.ts';
import { type AnyRoute, defineRoute, type Reply } from './route.ts';

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const HTML = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Solver Service</title>
<link rel="stylesheet" href="docs/swagger-ui.css">
</head>
<body>
<div id="swagger-ui"></div>
<script src="docs/swagger-ui-bundle.js"></script>
<script src="docs/initializer.js"></script>
</body>
</html>
`;

const INITIALIZER = `window.ui = SwaggerUIBundle({ url: 'openapi.json', dom_id: '#swagger-ui', validatorUrl: null });
`;

export function createPages(routes: readonly AnyRoute[]): readonly AnyRoute[] {
  const document = Buffer.from(JSON.stringify(toOpenApi(routes)));
  const page = (path: AnyRoute['path'], mediaType: string, read: () => Promise<Uint8Array>): AnyRoute =>
    defineRoute({
      method: 'GET',
      path,
      summary: 'Documentation',
      open: true,
      responses: { 200: null },
      handle: async (): Promise<Reply> => ({
        status: 200,
        body: await read(),
        mediaType,
        headers: { 'Content-Security-Policy': POLICY },
      }),
    });
  const text = (content: string) => async () => Buffer.from(content);
  return [
    page('/openapi.json', 'application/json', async () => document),
    page('/docs', 'text/html; charset=utf-8', text(HTML)),
    page('/docs/initializer.js', 'text/javascript', text(INITIALIZER)),
    page('/docs/swagger-ui.css', 'text/css', asset('swagger-ui.css')),
    page('/docs/swagger-ui-bundle.js', 'text/javascript', asset('swagger-ui-bundle.js')),
  ];
}

/** A file of the viewer, read when it is asked for. */
const asset = (file: string) => (): Promise<Uint8Array> =>
  readFile(join(dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json')), file));
