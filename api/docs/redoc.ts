/** GET /redoc: the document to read; Redoc where the build has its bundle, a plain page elsewhere. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { JsonSchema } from '../../temporal/contract/json-schema.ts';
import type { Page } from '../router.ts';
import { asset } from './asset.ts';
import { plainPage } from './plain-page.ts';
import { showHtml } from './show-html.ts';

/** Copied there by the build. */
const BUNDLE = fileURLToPath(new URL('../assets/redoc.standalone.js', import.meta.url));

const HTML = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Grid Optimization Service - API reference</title>
</head>
<body>
<redoc spec-url="openapi.json" disable-search="true"></redoc>
<script src="redoc/redoc.standalone.js"></script>
</body>
</html>
`;

export function redocPages(document: JsonSchema): Page[] {
  const plain = plainPage(document);
  return [
    { path: '/redoc', show: (ctx) => showHtml(ctx, existsSync(BUNDLE) ? HTML : plain) },
    asset('/redoc/redoc.standalone.js', BUNDLE, 'text/javascript'),
  ];
}
