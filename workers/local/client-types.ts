/**
 * `npm run openapi` generates the types of `api/client` again: the output of openapi-typescript for the document,
 * without descriptions and error replies. Each path is one line, so that a change of a route changes one line.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';
import { ABOUT } from '../../api/about.ts';
import { toOpenApi } from '../../api/http/openapi.ts';
import { ROUTES } from '../../api/routes.ts';
import { ROOT } from './plain/paths.mjs';

const FILE = join(ROOT, 'api', 'client', 'openapi.d.ts');
const HEADER = '// Made by `npm run openapi`; a test says when it is stale.\n';
/** Fields that serve readers, not the compiler. */
const WORDS = ['description', 'summary', 'example', 'examples', 'headers'];

/** Pattern of the markers of missing parts of an operation, and of the descriptions of its types. */
const NOTHING = / \w+\?: never;| \/\*\*.*?\*\//g;

/** True for an error status. Error replies have one of two shapes, which the client defines itself. */
const isRefusal = (status: string): boolean => /^[45]\d\d$/.test(status);

function withoutWords(value: unknown, parent = ''): unknown {
  if (Array.isArray(value)) return value.map((entry) => withoutWords(entry));
  if (typeof value !== 'object' || value === null) return value;
  const typed = Object.entries(value).filter(
    ([key]) => parent === 'properties' || !(WORDS.includes(key) || isRefusal(key)),
  );
  return Object.fromEntries(typed.map(([key, part]) => [key, withoutWords(part, key)]));
}

/** The text of the types file. */
export async function clientTypes(): Promise<string> {
  const document = JSON.stringify(withoutWords(toOpenApi(ROUTES, ABOUT)));
  const text = astToString(await openapiTS(document));
  return (
    HEADER +
    text
      .replaceAll(/\n {8,}/g, ' ')
      .replaceAll(/\n {4}\}/g, ' }')
      .replaceAll(NOTHING, '')
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await writeFile(FILE, await clientTypes());
