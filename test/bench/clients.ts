/**
 * `npm run bench -- clients`: a solve through clients that public generators make from the document alone, in
 * TypeScript (openapi-typescript, openapi-fetch) and Python (openapi-python-client). They are installed into a
 * temporary folder; if npm or pip fails, the figures say so.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { newUser, runningStack } from '../support/stack/running-stack.ts';
import { type GeneratedClient, PYTHON } from './clients/python.ts';
import { TYPESCRIPT } from './clients/typescript.ts';
import { benchmark } from './harness/benchmark.ts';

const LIMIT_MS = 300_000;
const MOST_BYTES = 16 * 1024 * 1024;
const execute = promisify(execFile);

async function userAndFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'grid-clients-'));
  const user = await newUser(await runningStack());
  return { folder, user, stop: () => rm(folder, { recursive: true, force: true }) };
}

await benchmark(userAndFolder, async ({ folder, user }, tell) => {
  const env = { ...process.env, API_URL: user.url, TOKEN: user.token };
  const options = { cwd: folder, timeout: LIMIT_MS, maxBuffer: MOST_BYTES, env };
  /** Runs the commands in turn; resolves with the output of the last. */
  async function run(commands: GeneratedClient['install']): Promise<string> {
    let output = '';
    for (const [command, ...args] of commands) output = (await execute(command, args, options)).stdout;
    return output;
  }
  async function roundTrip({ files, install, use }: GeneratedClient): Promise<object> {
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
    const missing = await run(install).then(
      () => undefined,
      (error: Error) => error.message,
    );
    if (missing !== undefined) return { missing };
    const result = JSON.parse(await run(use));
    assert.deepEqual(result, { refused: 422, status: 'OPTIMAL', verified: true, hours: 4 });
    return result;
  }
  const document = await (await fetch(new URL('/openapi.json', user.url))).text();
  await writeFile(join(folder, 'openapi.json'), document);
  tell('typescript', await roundTrip(TYPESCRIPT));
  tell('python', await roundTrip(PYTHON));
});
