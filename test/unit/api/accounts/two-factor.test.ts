/** Users who set up, enable, look at and disable their second factor, over HTTP. */
import assert from 'node:assert/strict';
import { PASSWORD, tokenOf } from '../../../support/callers/accounts.ts';
import { startTwoFactorApp, type TwoFactorApp } from '../../../support/callers/two-factor.ts';
import { startApp, type TestApp } from '../../../support/stack/app.ts';

const STEP_S = 30;

describe('setting up a second factor', () => {
  let app: TestApp;
  let token: string;
  beforeEach(async () => {
    app = await startApp();
    token = await tokenOf(app.deps);
  });
  afterEach(() => app.close());
  const setUp = (current_password: unknown = PASSWORD) =>
    app.call('POST', '/api/users/me/2fa/setup', { token, body: { current_password } });
  const enable = (body: unknown) => app.call('POST', '/api/users/me/2fa/enable', { token, body });

  it('shows a new secret each time, and enables nothing', async () => {
    const { status, body } = await setUp();
    assert.equal(status, 200);
    assert.match(body.secret, /^[A-Z2-7]{32}$/);
    assert.ok(body.otpauth_url.includes(`secret=${body.secret}`));
    assert.match(body.qr_svg, /^<svg /);
    assert.notEqual((await setUp()).body.secret, body.secret);
    const answer = await app.call('GET', '/api/users/me/2fa', { token });
    assert.deepEqual(answer.body, { enabled: false, enabled_at: null, recovery_codes_left: 0 });
  });

  it('wants the password', async () => {
    assert.equal((await setUp('wrong')).status, 401);
    for (const nothing of ['', null, 1]) assert.equal((await setUp(nothing)).status, 422);
    assert.deepEqual(app.deps.audit.events(), ['password_refused']);
  });

  it('answers 409 to a code before there is a secret', async () => {
    assert.equal((await enable({ code: '123456' })).status, 409);
  });

  it('answers 401 to a wrong code, and 422 to none', async () => {
    await setUp();
    assert.equal((await enable({ code: 'abcdef' })).status, 401);
    assert.deepEqual(app.deps.audit.events(), ['two_factor_failed']);
    for (const body of [{}, { code: '' }, { code: 123456 }, { code: { $ne: '' } }]) {
      const answer = await enable(body);
      assert.equal(answer.status, 422);
      assert.deepEqual(answer.body.detail[0].loc, ['body', 'code']);
    }
  });

  it('wants an account: the user of the bypass has none', async () => {
    const bypassed = await startApp({ settings: { AUTH_BYPASS_ENABLED: true } });
    const answer = await bypassed.call('POST', '/users/me/2fa/setup', {
      token: 'anything',
      body: { current_password: PASSWORD },
    });
    assert.equal(answer.status, 404);
    await bypassed.close();
  });
});

describe('an enabled second factor', () => {
  let app: TwoFactorApp;
  beforeEach(async () => {
    app = await startTwoFactorApp();
    app.wait(STEP_S);
  });
  afterEach(() => app.close());
  const call = (method: string, path: string, body?: unknown) =>
    app.call(method, `/api/users/me/2fa${path}`, { token: app.token, ...(body !== undefined && { body }) });
  const disable = (current_password: unknown, code: unknown) =>
    call('POST', '/disable', { current_password, code });

  it('came with ten recovery codes, and says since when', async () => {
    assert.equal(new Set(app.recoveryCodes).size, 10);
    const { status, body } = await call('GET', '');
    assert.equal(status, 200);
    assert.equal(body.enabled, true);
    assert.match(body.enabled_at, /^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/);
    assert.equal(body.recovery_codes_left, 10);
    assert.deepEqual(app.deps.audit.events(), ['two_factor_enabled']);
  });

  it('is neither set up nor enabled again', async () => {
    assert.equal((await call('POST', '/setup', { current_password: PASSWORD })).status, 409);
    assert.equal((await call('POST', '/enable', { code: app.code() })).status, 409);
  });

  it('is disabled by password and code together', async () => {
    assert.equal((await disable('wrong', app.code())).status, 401);
    assert.equal((await disable(PASSWORD, 'abcdef')).status, 401);
    const { status, body } = await disable(PASSWORD, app.code());
    assert.equal(status, 200, 'a wrong password spent no code');
    assert.deepEqual(body, { enabled: false });
    assert.equal((await call('GET', '')).body.enabled, false);
    assert.equal(typeof (await app.signIn()).body.access_token, 'string');
    const failed = await app.deps.audit.list({ type: 'two_factor_failed', limit: 9 });
    assert.deepEqual(
      failed.map(({ details }) => details['reason']),
      ['Invalid code', 'Incorrect password'],
    );
    assert.ok(app.deps.audit.events().includes('two_factor_disabled'));
    assert.equal((await disable(PASSWORD, app.code(1))).status, 409);
  });

  it('ends every other session when it is enabled and when it is disabled', async () => {
    const tokenFor = async (generation: number) => {
      const { userId } = app;
      const session = { userId, sessionId: `other-${generation}`, role: 'user' as const, generation };
      return app.deps.tokens.sign(session, app.deps.now());
    };
    const status = async (token: string) => (await app.call('GET', '/users/me', { token })).status;
    assert.equal(await status(await tokenFor(0)), 401, 'signed before it was enabled');
    const other = await tokenFor(1);
    assert.equal(await status(other), 200);
    assert.equal((await disable(PASSWORD, app.code())).status, 200);
    assert.equal(await status(other), 401);
    assert.equal(await status(app.token), 200);
  });

  it('that is disabled ends a sign-in that waits for its code', async () => {
    const challenge = await app.challenge();
    assert.equal((await disable(PASSWORD, app.recoveryCodes[0])).status, 200);
    const late = await app.verify(challenge, app.code());
    assert.equal(late.status, 401);
    assert.match(late.body.detail, /Temporary token/);
  });

  it('gets new recovery codes for password and code, and the old ones are worth nothing', async () => {
    const renew = (current_password: unknown, code: unknown) =>
      call('POST', '/recovery-codes', { current_password, code });
    assert.equal((await renew('wrong', app.code())).status, 401);
    assert.equal((await renew(PASSWORD, 'abcdef')).status, 401);
    assert.equal((await renew(PASSWORD, undefined)).status, 422);
    const { status, body } = await renew(PASSWORD, app.code());
    assert.equal(status, 200);
    const { recovery_codes: codes } = body;
    assert.equal(new Set([...codes, ...app.recoveryCodes]).size, 20);
    assert.equal((await app.verify(await app.challenge(), app.recoveryCodes[0])).status, 401);
    assert.equal((await app.verify(await app.challenge(), codes[0])).status, 200);
    assert.equal((await call('GET', '')).body.recovery_codes_left, 9);
    assert.ok(app.deps.audit.events().includes('recovery_codes_renewed'));
    assert.equal((await disable(PASSWORD, codes[1])).status, 200);
    assert.equal((await renew(PASSWORD, codes[2])).status, 409);
  });

  it('is reset by an administrator, who ends every session of the account', async () => {
    const admin = await tokenOf(app.deps, 'admin');
    const reset = (userId: string, token = admin) => app.call('DELETE', `/users/${userId}/2fa`, { token });
    assert.equal((await reset(app.userId, app.token)).status, 403);
    assert.equal((await reset('nobody')).status, 404);
    assert.equal((await reset(app.userId)).status, 204);
    assert.equal((await app.call('GET', '/users/me', { token: app.token })).status, 401);
    assert.equal(typeof (await app.signIn()).body.access_token, 'string');
    assert.equal((await reset(app.userId)).status, 409);
    const [entry] = await app.deps.audit.list({ type: 'two_factor_disabled', limit: 1 });
    assert.equal(entry?.user_id, app.userId);
    const own = (await app.call('GET', '/users/me', { token: admin })).body.user_id;
    assert.equal(entry?.details['by'], own);
    assert.equal((await reset(own)).status, 409);
  });

  it('is disabled by a recovery code too, and set up anew with another secret', async () => {
    assert.equal((await disable(PASSWORD, app.recoveryCodes[3])).status, 200);
    const { status, body } = await call('POST', '/setup', { current_password: PASSWORD });
    assert.equal(status, 200);
    assert.notEqual(body.secret, app.secret);
  });

  it('shares its quota of wrong codes with signing in', async () => {
    for (let guess = 0; guess < 10; guess += 1) {
      assert.equal((await disable(PASSWORD, 'abcdef')).status, 401);
    }
    assert.equal((await disable(PASSWORD, app.code())).status, 429);
    assert.equal((await app.verify(await app.challenge(), app.code())).status, 429);
  });

  it('answers 422 to fields that are missing or of another type', async () => {
    for (const [password, code] of [
      [undefined, '1'],
      ['p', undefined],
      ['', ''],
      [1, 2],
    ]) {
      assert.equal((await disable(password, code)).status, 422);
    }
  });

  it('never shows its secret again: not in replies, the log, the audit log or the store', async () => {
    const replies = [
      await call('GET', ''),
      await call('POST', '/setup', { current_password: PASSWORD }),
      await app.verify(await app.challenge(), 'abcdef'),
      await app.verify(await app.challenge(), app.recoveryCodes[0]),
    ];
    const record = await app.deps.twoFactor.find(app.userId);
    const seen = JSON.stringify([
      replies.map(({ text }) => text),
      app.lines,
      await app.deps.audit.list({ limit: 100 }),
      record,
    ]);
    for (const secret of [app.secret, ...app.recoveryCodes]) assert.equal(seen.includes(secret), false);
  });

  it('is documented with both replies of a sign-in', async () => {
    const { body } = await app.call('GET', '/openapi.json');
    const { schema } = body.paths['/api/auth/login'].post.responses['200'].content['application/json'];
    const required = schema.oneOf.map((shape: { required: string[] }) => shape.required);
    assert.deepEqual(required, [
      ['access_token', 'token_type', 'expires_in'],
      ['requires_2fa', 'temp_token', 'token_type', 'expires_in'],
    ]);
  });
});
