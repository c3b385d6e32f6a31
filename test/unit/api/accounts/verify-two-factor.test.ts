/** Signing in with a second factor, over HTTP. */
import assert from 'node:assert/strict';
import { addUser, PASSWORD } from '../../../support/callers/accounts.ts';
import { startTwoFactorApp, type TwoFactorApp } from '../../../support/callers/two-factor.ts';
import { type Answer, startApp } from '../../../support/stack/app.ts';

const STEP_S = 30;
const WRONG = '000000';
const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status).sort();

describe('signing in with a second factor', () => {
  let app: TwoFactorApp;
  beforeEach(async () => {
    app = await startTwoFactorApp();
    app.wait(STEP_S);
  });
  afterEach(() => app.close());

  /** A wrong code, whatever the right ones are. */
  const wrong = () =>
    [WRONG, '111111', '222222', '333333'].find((c) => ![-1, 0, 1].some((s) => app.code(s) === c));

  it('gives a temporary token for the password, and no other', async () => {
    const { status, body } = await app.signIn();
    assert.equal(status, 200);
    const { temp_token, ...rest } = body;
    assert.deepEqual(rest, { requires_2fa: true, token_type: '2fa', expires_in: 300 });
    assert.match(temp_token, /^[\w-]{43}$/);
    assert.equal(app.deps.audit.events().includes('login'), false);
  });

  it('gives the token set for the code', async () => {
    const { status, body } = await app.verify(await app.challenge(), app.code());
    assert.equal(status, 200);
    assert.deepEqual(Object.keys(body), ['access_token', 'refresh_token', 'token_type', 'expires_in']);
    assert.equal((await app.call('GET', '/users/me', { token: body.access_token })).body.username, 'ada');
    const [login] = await app.deps.audit.list({ type: 'login', limit: 1 });
    assert.equal(login?.details['second_factor'], 'totp');
  });

  it('leaves those alone who have none, or never confirmed it', async () => {
    const bob = await addUser(app.deps, 'bob');
    const signIn = () => app.call('POST', '/auth/login', { body: { username: 'bob', password: PASSWORD } });
    const token: string = (await signIn()).body.access_token;
    await app.call('POST', '/users/me/2fa/setup', { token, body: { current_password: PASSWORD } });
    assert.equal((await app.deps.twoFactor.find(bob.user_id))?.enabled_at, null);
    assert.equal(typeof (await signIn()).body.access_token, 'string');
  });

  it('accepts the code before and the code after, typed with a space', async () => {
    assert.equal((await app.verify(await app.challenge(), app.code(1).replace(/^.../, '$& '))).status, 200);
    app.wait(4 * STEP_S);
    assert.equal((await app.verify(await app.challenge(), app.code(-2))).status, 401);
    assert.equal((await app.verify(await app.challenge(), app.code(2))).status, 401);
    assert.equal((await app.verify(await app.challenge(), app.code(-1))).status, 200);
  });

  it('accepts a code once, and none that is older', async () => {
    const code = app.code();
    assert.equal((await app.verify(await app.challenge(), code)).status, 200);
    assert.equal((await app.verify(await app.challenge(), code)).status, 401);
    assert.equal((await app.verify(await app.challenge(), app.code(-1))).status, 401);
    assert.equal((await app.verify(await app.challenge(), app.code(1))).status, 200);
  });

  it('accepts the code that enabled the factor for nothing else', async () => {
    const other = await startTwoFactorApp();
    assert.equal((await other.verify(await other.challenge(), other.code())).status, 401);
    await other.close();
  });

  it('opens one session of twenty calls at once, by one token or by many', async () => {
    const token = await app.challenge();
    const code = app.code();
    const same = await Promise.all(Array.from({ length: 20 }, () => app.verify(token, code)));
    assert.deepEqual(statuses(same), [200, ...Array<number>(19).fill(401)]);
    app.wait(STEP_S);
    const tokens = await Promise.all(Array.from({ length: 5 }, () => app.challenge()));
    const next = app.code();
    const many = await Promise.all(tokens.map((fresh) => app.verify(fresh, next)));
    assert.equal(statuses(many)[0], 200);
    assert.ok(
      statuses(many)
        .slice(1)
        .every((status) => status !== 200),
    );
  });

  it('ends the temporary token with its first use', async () => {
    const token = await app.challenge();
    assert.equal((await app.verify(token, app.code())).status, 200);
    assert.equal((await app.verify(token, app.code(1))).status, 401);
  });

  it('ends the temporary token after five wrong codes, one by one or at once', async () => {
    const token = await app.challenge();
    for (let guess = 0; guess < 5; guess += 1) assert.equal((await app.verify(token, wrong())).status, 401);
    assert.equal((await app.verify(token, app.code())).status, 401);
    const failures = app.deps.audit.events().filter((event) => event === 'two_factor_failed');
    assert.equal(failures.length, 5);
    const other = await app.challenge();
    const guesses = await Promise.all(Array.from({ length: 9 }, () => app.verify(other, wrong())));
    assert.ok(guesses.every(({ status }) => status === 401));
    assert.equal((await app.verify(other, app.code())).status, 401);
  });

  it('refuses the eleventh wrong code in a quarter of an hour with 429, whatever the token', async () => {
    for (let guess = 0; guess < 10; guess += 1) {
      assert.equal((await app.verify(await app.challenge(), wrong())).status, 401);
    }
    const refused = await app.verify(await app.challenge(), app.code());
    assert.equal(refused.status, 429);
    assert.ok(Number(refused.headers.get('Retry-After')) >= 1);
    const [limited] = await app.deps.audit.list({ type: 'rate_limited', limit: 1 });
    assert.equal(limited?.user_id, app.userId);
  });

  it('does not count right codes', async () => {
    for (let round = 0; round < 12; round += 1) {
      assert.equal((await app.verify(await app.challenge(), app.code())).status, 200);
      app.wait(STEP_S);
    }
  });

  it('gives five minutes', async () => {
    const [early, late] = [await app.challenge(), await app.challenge()];
    app.wait(299);
    assert.equal((await app.verify(early, app.code())).status, 200);
    app.wait(STEP_S);
    assert.equal((await app.verify(late, app.code())).status, 401);
  });

  it('takes a recovery code once, however it is typed', async () => {
    const [first = '', second = ''] = app.recoveryCodes;
    assert.equal((await app.verify(await app.challenge(), first)).status, 200);
    assert.equal((await app.verify(await app.challenge(), first)).status, 401);
    const typed = second.toLowerCase().replaceAll('-', '');
    assert.equal((await app.verify(await app.challenge(), typed)).status, 200);
    const { body } = await app.call('GET', '/users/me/2fa', { token: app.token });
    assert.equal(body.recovery_codes_left, 8);
    const [login] = await app.deps.audit.list({ type: 'login', limit: 1 });
    assert.equal(login?.details['second_factor'], 'recovery_code');
  });

  it('is over for whom the factor was disabled meanwhile', async () => {
    const token = await app.challenge();
    await app.deps.twoFactor.disable(app.userId);
    assert.equal((await app.verify(token, app.code())).status, 401);
    assert.equal((await app.verify(token, app.recoveryCodes[0])).status, 401);
  });

  it('is over for an account that was disabled meanwhile', async () => {
    const token = await app.challenge();
    const user = await app.deps.users.findById(app.userId);
    assert.ok(user);
    const findById = async () => ({ ...user, disabled: true });
    const closed = await startApp({ deps: { ...app.deps, users: { ...app.deps.users, findById } } });
    const body = { temp_token: token, code: app.code() };
    assert.equal((await closed.call('POST', '/auth/verify-2fa', { body })).status, 401);
    await closed.close();
  });

  it('tells temporary tokens and access tokens apart', async () => {
    const temporary = await app.challenge();
    assert.equal((await app.call('GET', '/users/me', { token: temporary })).status, 401);
    assert.equal(
      (await app.call('POST', '/auth/refresh', { body: { refresh_token: temporary } })).status,
      401,
    );
    const { body } = await app.verify(temporary, app.code());
    for (const token of [body.access_token, body.refresh_token, app.token]) {
      const { status } = await app.verify(token, app.code(1));
      assert.ok(status === 401 || status === 400, String(status));
    }
  });

  for (const [temp_token, code] of [
    [undefined, undefined],
    ['t', undefined],
    [undefined, '123456'],
    ['', ''],
    ['t', ''],
    [null, null],
    ['t', 123456],
    [{ $ne: '' }, { $ne: '' }],
    ['t', '1'.repeat(65)],
  ] as const) {
    it(`answers 400 for ${JSON.stringify({ temp_token, code })}`, async () => {
      const answer = await app.verify(temp_token, code);
      assert.equal(answer.status, 400);
      assert.equal(typeof answer.body.detail, 'string');
    });
  }

  it('answers 401 for a token it never gave, and 429 to an address that tries a hundred', async () => {
    assert.equal((await app.verify('x'.repeat(43), app.code())).status, 401);
    const token = await app.challenge();
    await Promise.all(Array.from({ length: 99 }, (_, index) => app.verify(`guess ${index}`, app.code())));
    assert.equal((await app.verify(token, app.code())).status, 429);
  });
});
