/**
 * `npm run openapi` writes the types of `api/client` anew: what openapi-typescript makes of the document, without its
 * words and refusals, one line a path so that a change of a route is a change of its line.
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
/** What people read in a document and a compiler does not. */
const WORDS = ['description', 'summary', 'example', 'examples', 'headers'];

/** What an operation has not, and words about what its types say. */
const NOTHING = / \w+\?: never;| \/\*\*.*?\*\//g;

/** Every refusal has one of the same two shapes, which the client reads by itself. */
const isRefusal = (status: string): boolean => /^[45]\d\d$/.test(status);

function withoutWords(value: unknown, parent = ''): unknown {
  if (Array.isArray(value)) return value.map((entry) => withoutWords(entry));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(
    ([key]) => parent === 'properties' || !(WORDS.includes(key) || isRefusal(key)),
  );
  return Object.fromEntries(kept.map(([key, part]) => [key, withoutWords(part, key)]));
}

/** The text of the file. */
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
