/** GET /docs: the document as a form to try requests with. */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { About } from './openapi.ts';
import type { Page } from './router.ts';
import { asset, showHtml } from './static-page.ts';

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
export const swaggerPages = ({ title }: About, keepsTokens: boolean): readonly Page[] => [
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
