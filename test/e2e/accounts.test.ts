/** The life of an account on all processes: what ends a session ends everything that hangs on it. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { totpCode, totpStep } from '../../api/accounts/two-factor-codes.ts';
import { type ApiClient, SOLVE } from '../support/callers/api-client.ts';
import { fromBase32 } from '../support/callers/two-factor.ts';
import { hardCase } from '../support/cases/hard-case.ts';
import { type RunningStack, runningStack } from '../support/stack/running-stack.ts';

const PASSWORD = 'Correct-Horse-42-Battery';
const NEW_PASSWORD = 'Another-Horse-43-Battery';

interface SignedIn {
  readonly access_token: string;
  readonly temp_token: string;
}

describe('an account', function () {
  this.timeout(60_000);
  let stack: RunningStack;
  let nobody: ApiClient;
  let username: string;
  before(async () => {
    stack = await runningStack();
    nobody = stack.admin.as(undefined);
  });
  beforeEach(async () => {
    username = `u-${randomUUID().slice(0, 12)}`;
    const body = { username, password: PASSWORD };
    assert.equal((await stack.admin.request('POST', '/api/auth/register', { body })).status, 201);
  });

  const login = async (password = PASSWORD) =>
    (await nobody.request<SignedIn>('POST', '/api/auth/login', { body: { username, password } })).body;
  const signIn = async (password = PASSWORD) => nobody.as((await login(password)).access_token);
  const me = (api: ApiClient) => api.request<{ user_id: string; role: string }>('GET', '/api/users/me');

  it('loses its event streams within two seconds after it is signed out, and the job goes on', async () => {
    const api = await signIn();
    const other = await signIn();
    const jobId = await api.submit('uc', hardCase());
    const headers = { authorization: `Bearer ${api.token}` };
    const stream = await fetch(new URL(`${SOLVE}/${jobId}/events`, api.url), { headers });
    const reader = stream.body?.getReader();
    await reader?.read();
    assert.equal((await api.request('POST', '/api/auth/logout')).status, 200);
    const signedOut = performance.now();
    while ((await reader?.read())?.done === false);
    const tookMs = performance.now() - signedOut;
    assert.ok(tookMs <= 2500, `the stream went on for ${tookMs} ms`);
    assert.ok(['queued', 'running'].includes((await other.status(jobId)).status));
    await other.request('DELETE', `${SOLVE}/${jobId}`);
    await other.wait(jobId);
  });

  it('keeps nothing of a session whose password was changed by another', async () => {
    const thief = await signIn();
    const owner = await signIn();
    const key = await thief.request<{ api_key: string }>('POST', '/api/users/me/api-keys', {
      body: { name: 'k' },
    });
    assert.equal(key.status, 201);
    const body = { current_password: PASSWORD, new_password: NEW_PASSWORD };
    assert.equal((await owner.request('POST', '/api/users/me/password', { body })).status, 200);
    for (const lost of [thief, nobody.as(key.body.api_key)]) assert.equal((await me(lost)).status, 401);
    assert.equal((await me(owner)).status, 200);
    const { body: account } = await me(await signIn(NEW_PASSWORD));
    assert.equal(account.role, 'user');
    const path = `/api/users/${account.user_id}/disabled`;
    for (const disabled of [true, false]) await stack.admin.request('PUT', path, { body: { disabled } });
    assert.equal((await me(owner)).status, 401);
    assert.equal((await me(await signIn(NEW_PASSWORD))).status, 200);
  });

  it('sets up a second factor with its password, renews its recovery codes, and is helped by an administrator', async () => {
    const api = await signIn();
    const post = <T>(path: string, body: object) =>
      api.request<T>('POST', `/api/users/me/2fa${path}`, { body });
    assert.equal((await post('/setup', { current_password: 'wrong' })).status, 401);
    const { body: enrolment } = await post<{ secret: string }>('/setup', { current_password: PASSWORD });
    const code = totpCode(fromBase32(enrolment.secret), totpStep(new Date()));
    const enabled = await post<{ recovery_codes: string[] }>('/enable', { code });
    assert.equal(enabled.status, 200);
    const proof = { current_password: PASSWORD, code: enabled.body.recovery_codes[0] };
    const renewed = await post<{ recovery_codes: string[] }>('/recovery-codes', proof);
    assert.equal(renewed.status, 200);
    const verify = async (typed: string | undefined) => {
      const { temp_token } = await login();
      return nobody.request('POST', '/api/auth/verify-2fa', { body: { temp_token, code: typed } });
    };
    assert.equal((await verify(enabled.body.recovery_codes[1])).status, 401);
    assert.equal((await verify(renewed.body.recovery_codes[0])).status, 200);
    const { body: account } = await me(api);
    const reset = await stack.admin.request('DELETE', `/api/users/${account.user_id}/2fa`);
    assert.equal(reset.status, 204);
    assert.equal((await me(api)).status, 401);
    assert.equal((await me(await signIn())).status, 200);
    const logs = `/api/audit/logs?user_id=${account.user_id}`;
    const { body } = await stack.admin.request<{ logs: { event_type: string }[] }>('GET', logs);
    const events = new Set(body.logs.map(({ event_type }) => event_type));
    for (const event of ['password_refused', 'recovery_codes_renewed', 'two_factor_disabled']) {
      assert.ok(events.has(event), event);
    }
  });
});
