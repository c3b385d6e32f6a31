/**
 * `npm run bench -- clients`: a solve through clients that public generators make of the document alone, in TypeScript
 * (openapi-typescript, openapi-fetch) and Python (openapi-python-client). They are installed into a temporary folder;
 * where npm or pip cannot, the figures say so.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newUser, runningStack } from '../support/stack/running-stack.ts';
import { installPython, runPython } from './clients/python.ts';
import { Missing } from './clients/run.ts';
import { installTypeScript, runTypeScript } from './clients/typescript.ts';
import { writeFigures } from './figures.ts';

const KINDS = [
  { name: 'typescript', install: installTypeScript, run: runTypeScript },
  { name: 'python', install: installPython, run: runPython },
] as const;

const folder = await mkdtemp(join(tmpdir(), 'grid-clients-'));
const user = await newUser(await runningStack());
const document = await (await fetch(new URL('/openapi.json', user.url))).text();
await writeFile(join(folder, 'openapi.json'), document);

/** What the client says of its solve, as one line of JSON; or why there is no client. */
async function roundTrip({ install, run }: (typeof KINDS)[number]): Promise<object> {
  try {
    await install(folder);
  } catch (error) {
    if (error instanceof Missing) return { missing: error.message };
    throw error;
  }
  const said = await run(folder, { API_URL: user.url, TOKEN: user.token ?? '' });
  const result = JSON.parse(said);
  assert.deepEqual(result, { refused: 422, status: 'OPTIMAL', verified: true, hours: 4 });
  return result;
}

try {
  const figures: Record<string, object> = {};
  for (const kind of KINDS) {
    figures[kind.name] = await roundTrip(kind);
    process.stdout.write(`${kind.name}: ${JSON.stringify(figures[kind.name])}\n`);
  }
  await writeFigures(figures);
} finally {
  await rm(folder, { recursive: true, force: true });
}
process.exit();
