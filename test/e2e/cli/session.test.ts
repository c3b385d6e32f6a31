/** Identity of `grid`: sessions, keys and the second factor on the real stack. */
import assert from 'node:assert/strict';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { totpCode, totpStep } from '../../../api/accounts/two-factor-codes.ts';
import type { ApiClient } from '../../support/callers/api-client.ts';
import { type Grid, gridAt } from '../../support/callers/grid.ts';
import { fromBase32 } from '../../support/callers/two-factor.ts';
import { runningStack } from '../../support/stack/running-stack.ts';

const PASSWORD = 'a long enough passphrase';

describe('grid, signed in', function () {
  this.timeout(60_000);
  let admin: ApiClient;
  let grid: Grid;
  beforeEach(async () => {
    admin = (await runningStack()).admin;
    grid = await gridAt(admin.url);
  });
  afterEach(() => grid.remove());

  async function newName(): Promise<string> {
    const username = `grid-${Math.random().toString(36).slice(2, 10)}`;
    const { status } = await admin.request('POST', '/api/auth/register', {
      body: { username, password: PASSWORD },
    });
    assert.equal(status, 201);
    return username;
  }
  const accountIn = async (file: string) => JSON.parse(await readFile(file, 'utf8')).servers[admin.url];

  it('keeps a session in a file for its owner only, and forgets it when it signs out', async () => {
    const name = await newName();
    await grid.signIn(name, PASSWORD);
    assert.equal((await stat(grid.credentials)).mode & 0o777, 0o600);
    assert.match((await grid.run('whoami')).out, new RegExp(`^${name} \\(user\\) at ${admin.url}\n$`));
    const { access_token } = await accountIn(grid.credentials);
    assert.equal((await grid.run('logout')).code, 0);
    assert.equal(await accountIn(grid.credentials), undefined);
    assert.equal((await admin.as(access_token).request('GET', '/api/users/me')).status, 401);
    const after = await grid.run('whoami', '--verbose');
    assert.equal(after.code, 1);
    assert.match(after.err, /grid login/);
    assert.match(after.err, /status 401, .*request [\w-]{8,}/);
  });

  it('uses the server of the last sign-in by default', async () => {
    await grid.signIn(await newName(), PASSWORD);
    const { default_url } = JSON.parse(await readFile(grid.credentials, 'utf8'));
    assert.equal(default_url, admin.url);
    const [jobs, runs] = await Promise.all([grid.run('jobs'), grid.run('runs', '-o', 'csv')]);
    assert.deepEqual([jobs.out, jobs.err], ['', 'No jobs yet. Submit one: grid solve demo-24h\n']);
    assert.deepEqual([runs.code, runs.out], [0, '']);
  });

  it('is refused with a wrong password, and keeps nothing', async () => {
    const running = grid.start('login');
    running.type(`${await newName()}\nnot the password\n`);
    const { code, err } = await running.ended;
    assert.equal(code, 1);
    assert.match(err, /^grid: /m);
    await assert.rejects(stat(grid.credentials), { code: 'ENOENT' });
  });

  it('asks in a terminal, and shows no password', async () => {
    const running = grid.startInTerminal('login');
    await running.until(/Username: /);
    const name = await newName();
    running.type(`${name}\r`);
    await running.until(/Password: /);
    running.type(`${PASSWORD}\r`);
    const { code, out } = await running.ended;
    assert.equal(code, 0, out);
    assert.ok(!out.includes(PASSWORD), out);
    assert.match(out, new RegExp(`Signed in to .* as ${name}`));
  });

  it('asks for the second factor of an account that has one', async () => {
    const name = await newName();
    const login = await admin.as(undefined).request<{ access_token: string }>('POST', '/api/auth/login', {
      body: { username: name, password: PASSWORD },
    });
    const user = admin.as(login.body.access_token);
    const setUp = await user.request<{ secret: string }>('POST', '/api/users/me/2fa/setup', {
      body: { current_password: PASSWORD },
    });
    const enabled = await user.request<{ recovery_codes: string[] }>('POST', '/api/users/me/2fa/enable', {
      body: { code: totpCode(fromBase32(setUp.body.secret), totpStep(new Date())) },
    });
    const running = grid.start('login');
    running.type(`${name}\n${PASSWORD}\n${enabled.body.recovery_codes[0]}\n`);
    const { code, err } = await running.ended;
    assert.equal(code, 0, err);
    assert.match((await grid.run('whoami')).out, new RegExp(name));
  });

  it('takes an API key from standard input or the environment, and shows it nowhere', async () => {
    const { body } = await admin.request<{ api_key: string; key_id: string }>(
      'POST',
      '/api/users/me/api-keys',
      {
        body: { name: `grid ${Math.random()}`, scopes: ['read'] },
      },
    );
    const running = grid.start('login', '--api-key');
    running.type(`${body.api_key}\n`);
    const { code, out, err } = await running.ended;
    assert.equal(code, 0, err);
    assert.ok(!`${out}${err}`.includes(body.api_key));
    assert.equal((await grid.json<{ role: string }>('whoami')).role, 'admin');
    const other = await gridAt(admin.url, { GRID_API_KEY: body.api_key });
    assert.equal((await other.run('whoami')).code, 0);
    assert.equal((await other.run('audit', 'verify')).code, 1, 'keys may not read the audit log');
    await admin.request('DELETE', `/api/users/me/api-keys/${body.key_id}`);
    assert.equal((await other.run('whoami')).code, 1);
    await other.remove();
  });

  it('goes on when two processes renew the same session at once', async () => {
    await grid.signIn(await newName(), PASSWORD);
    const file = JSON.parse(await readFile(grid.credentials, 'utf8'));
    file.servers[admin.url].expires_at = 0;
    await writeFile(grid.credentials, JSON.stringify(file));
    const both = await Promise.all([grid.run('whoami'), grid.run('whoami'), grid.run('whoami')]);
    assert.deepEqual(
      both.map(({ code }) => code),
      [0, 0, 0],
    );
    const account = await accountIn(grid.credentials);
    assert.notEqual(account.refresh_token, file.servers[admin.url].refresh_token);
    assert.equal((await grid.run('whoami')).code, 0);
  });

  it('reports a server that does not answer, and an invalid address', async () => {
    const away = await grid.run('jobs', '--url', 'http://127.0.0.1:9');
    assert.equal(away.code, 3);
    assert.match(away.err, /cannot be reached/);
    assert.equal((await grid.run('jobs', '--url', 'ftp://x')).code, 1);
    await writeFile(grid.credentials, '').catch(() => undefined);
    const unknown = await grid.run('nothing-like-it');
    assert.equal(unknown.code, 1);
    assert.match(unknown.err, /unknown command/);
  });
});
