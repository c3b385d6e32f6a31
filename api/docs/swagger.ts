/** GET /docs: the document as a form to try requests with; all assets are ours, so it works offline. */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { ApiSettings } from '../config.ts';
import type { Page } from '../router.ts';
import { asset } from './asset.ts';
import { showHtml } from './show-html.ts';

const ASSETS = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

const HTML = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Grid Optimization Service - API</title>
<link rel="stylesheet" href="docs/swagger-ui.css">
</head>
<body>
<div id="swagger-ui"></div>
<script src="docs/swagger-ui-bundle.js"></script>
<script src="docs/initializer.js"></script>
</body>
</html>
`;

/** A token that is kept in the storage of the browser outlives its tab: good for development only. */
const initializer = (keepsTokens: boolean) => `window.ui = SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  persistAuthorization: ${keepsTokens},
  tryItOutEnabled: true,
  validatorUrl: null,
});
`;

export const swaggerPages = ({ NODE_ENV }: Pick<ApiSettings, 'NODE_ENV'>): readonly Page[] => [
  { path: '/docs', show: (ctx) => showHtml(ctx, HTML) },
  {
    path: '/docs/initializer.js',
    show: (ctx) => {
      ctx.type = 'text/javascript';
      ctx.body = initializer(NODE_ENV === 'development');
    },
  },
  asset('/docs/swagger-ui.css', join(ASSETS, 'swagger-ui.css'), 'text/css'),
  asset('/docs/swagger-ui-bundle.js', join(ASSETS, 'swagger-ui-bundle.js'), 'text/javascript'),
];
