/** The second factor: secrets that no answer reveals, and changes of the account between password and code. */
import assert from 'node:assert/strict';
import { PASSWORD } from '../../../support/callers/accounts.ts';
import { startTwoFactorApp, type TwoFactorApp } from '../../../support/callers/two-factor.ts';
import { startApp } from '../../../support/stack/app.ts';

describe('a second factor', () => {
  let app: TwoFactorApp;
  beforeEach(async () => {
    app = await startTwoFactorApp();
    app.wait(30);
  });
  afterEach(() => app.close());

  it('never shows its secret again: not in replies, the log, the audit log or the store', async () => {
    const { token } = app;
    const replies = [
      await app.call('GET', '/users/me/2fa', { token }),
      await app.call('POST', '/users/me/2fa/setup', { token, body: { current_password: PASSWORD } }),
      await app.verify(await app.challenge(), 'abcdef'),
      await app.verify(await app.challenge(), app.recoveryCodes[0]),
    ];
    const record = await app.deps.twoFactor.find(app.userId);
    const traces = JSON.stringify([
      replies.map(({ text }) => text),
      app.lines,
      await app.deps.audit.list({ limit: 100 }),
      record,
    ]);
    assert.equal(new Set(app.recoveryCodes).size, 10);
    for (const secret of [app.secret, ...app.recoveryCodes]) assert.equal(traces.includes(secret), false);
  });

  it('takes a recovery code however it is typed', async () => {
    const typed = app.recoveryCodes[1]?.toLowerCase().replaceAll('-', '');
    assert.equal((await app.verify(await app.challenge(), typed)).status, 200);
  });

  it('that was disabled meanwhile takes no code', async () => {
    const token = await app.challenge();
    await app.deps.twoFactor.disable(app.userId);
    assert.equal((await app.verify(token, app.code())).status, 401);
    assert.equal((await app.verify(token, app.recoveryCodes[0])).status, 401);
  });

  it('of an account that was disabled meanwhile opens no session', async () => {
    const token = await app.challenge();
    const user = await app.deps.users.findById(app.userId);
    assert.ok(user);
    const findById = async () => ({ ...user, disabled: true });
    const closed = await startApp({ deps: { ...app.deps, users: { ...app.deps.users, findById } } });
    const body = { temp_token: token, code: app.code() };
    assert.equal((await closed.call('POST', '/auth/verify-2fa', { body })).status, 401);
    await closed.close();
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
