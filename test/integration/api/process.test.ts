/** The API as a process: starts without its database, stops without dropping a request, refuses bad settings. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { until } from '../../support/until.ts';

const MAIN = fileURLToPath(new URL('../../../api/main.js', import.meta.url));
const PORT = 18_433;
const BASE = `http://127.0.0.1:${PORT}`;
const SECRETS = { JWT_SECRET: 's'.repeat(40), PASSWORD_PEPPER: 'p'.repeat(40) };
/** Address without a server. */
const NOWHERE = 'mongodb://127.0.0.1:9/?directConnection=true';

/** Time in which a process starts on a busy machine, ms. */
const PATIENCE_MS = 30_000;
/** Shorter than the wait for the database, ms. */
const UNDER_WAY_MS = 400;

const untilAlive = (): Promise<void> =>
  until(async () => (await fetch(`${BASE}/health/live`).catch(() => undefined))?.ok === true, PATIENCE_MS);

describe('the API process', function () {
  this.timeout(2 * PATIENCE_MS);
  let child: ChildProcess;
  const start = (env: Record<string, string>): void => {
    child = spawn(process.execPath, [MAIN], {
      env: { PATH: process.env['PATH'], API_PORT: String(PORT), ...env },
    });
  };
  afterEach(() => child.kill('SIGKILL'));

  it('names all wrong settings and exits with 1', async () => {
    start({ API_PORT: 'x', JWT_SECRET: 'short' });
    const [message, [code]] = await Promise.all([
      child.stderr ? text(child.stderr) : '',
      once(child, 'exit'),
    ]);
    assert.equal(code, 1);
    for (const name of ['API_PORT', 'JWT_SECRET', 'PASSWORD_PEPPER']) assert.match(message, new RegExp(name));
  });

  it('is alive without MongoDB, answers 503 where it needs it, and stops at once when idle', async () => {
    start({ ...SECRETS, MONGODB_URI: NOWHERE, LOG_LEVEL: 'silent' });
    await untilAlive();
    const ready = await fetch(`${BASE}/health/ready`);
    assert.equal(ready.status, 503);
    const body = JSON.stringify({ username: 'ada', password: 'x' });
    const headers = { 'Content-Type': 'application/json' };
    const login = await fetch(`${BASE}/auth/login`, { method: 'POST', headers, body });
    assert.equal(login.status, 503);
    assert.match(await login.text(), /DATABASE_UNAVAILABLE/);
    child.kill('SIGTERM');
    const [code] = await once(child, 'exit');
    assert.equal(code, 0);
  });

  it('keeps connections longer than load balancers do, and answers open requests before it stops', async () => {
    start({ ...SECRETS, MONGODB_URI: NOWHERE, LOG_LEVEL: 'silent' });
    await untilAlive();
    const agent = new Agent({ keepAlive: true });
    const login = request(`${BASE}/auth/login`, {
      ...{ method: 'POST', agent, headers: { 'Content-Type': 'application/json' } },
    });
    login.end(JSON.stringify({ username: 'ada', password: 'x' }));
    await sleep(UNDER_WAY_MS);
    child.kill('SIGTERM');
    const [[answer], [code]] = await Promise.all([once(login, 'response'), once(child, 'exit')]);
    assert.deepEqual([answer.statusCode, answer.headers['keep-alive'], code], [503, 'timeout=75', 0]);
    agent.destroy();
  });
});
