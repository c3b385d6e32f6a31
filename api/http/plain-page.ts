/** The document as one HTML page without scripts. */
import type { JsonSchema } from './json-schema.ts';

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

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
