import assert from 'node:assert/strict';
import { addUser, PASSWORD, tokenOf } from '../../../support/callers/accounts.ts';
import { type CallOptions, startApp, type TestApp } from '../../../support/stack/app.ts';

describe('users and modules', () => {
  let app: TestApp;
  let admin: string;
  before(async () => {
    app = await startApp();
    admin = await tokenOf(app.deps, 'admin');
  });
  after(() => app.close());

  const call = (method: string, path: string, token: string | undefined, body?: object) => {
    const options: CallOptions = { token, ...(body && { body }) };
    return app.call(method, `/api${path}`, options);
  };
  const login = async (username: string, password = PASSWORD) =>
    app.call('POST', '/api/auth/login', { body: { username, password } });
  let serial = 0;
  const signedIn = async () => {
    serial += 1;
    const { user_id, username } = await addUser(app.deps, `person-${serial}`);
    return { user_id, username, token: (await login(username)).body.access_token as string };
  };
  const events = () => app.deps.audit.events();

  describe('modules', () => {
    it('are listed with the access of the caller', async () => {
      const { body } = await call('GET', '/modules', (await signedIn()).token);
      assert.deepEqual(
        body.modules.map((module: Record<string, unknown>) => [
          module['id'],
          module['has_access'],
          module['access_level'],
        ]),
        [
          ['analyst', true, 'standard'],
          ['power-flow', true, 'standard'],
          ['model-builder', true, 'standard'],
          ['model-tuner', false, 'none'],
        ],
      );
      assert.equal(body.modules[0].version, '1.0.0');
    });

    it('tell what of them is open, and are 404 when there is none', async () => {
      const { token } = await signedIn();
      const tuner = await call('GET', '/modules/model-tuner/access', token);
      assert.deepEqual(tuner.body, {
        module_id: 'model-tuner',
        has_access: false,
        access_level: 'none',
        features_enabled: [],
      });
      const analyst = await call('GET', '/modules/analyst/access', token);
      assert.ok(analyst.body.features_enabled.includes('scuc'));
      const { body } = await call('GET', '/modules/analyst', token);
      assert.deepEqual([body.name, body.features_enabled], ['Grid Analyst', analyst.body.features_enabled]);
      for (const path of ['/modules/nothing', '/modules/nothing/access', '/modules/__proto__']) {
        assert.equal((await call('GET', path, token)).status, 404);
      }
    });

    it('remember when they were opened, and refuse whom they are closed to', async () => {
      const { token } = await signedIn();
      const opened = await call('POST', '/modules/analyst/access', token);
      assert.equal(opened.status, 200);
      assert.equal((await call('POST', '/modules/model-tuner/access', token)).status, 403);
      const { body } = await call('GET', '/users/me/subscriptions', token);
      const [analyst, , , tuner] = body.modules;
      assert.deepEqual([analyst.last_accessed, tuner.last_accessed], [opened.body.last_accessed, null]);
      assert.ok(events().includes('module_accessed'));
    });

    it('are opened and closed by administrators, at once', async () => {
      const { user_id, token } = await signedIn();
      const prompt = { prompt: 'Which units set the price?' };
      const grant = (access_level: string) =>
        call('PUT', `/users/${user_id}/subscriptions/model-tuner`, admin, { access_level });
      assert.equal((await call('POST', '/model-tuner/ai/validate', token, prompt)).status, 403);
      assert.equal((await grant('premium')).status, 200);
      const { body } = await call('GET', `/users/${user_id}/subscriptions`, admin);
      assert.equal(body.user_id, user_id);
      assert.deepEqual(
        body.modules.map(({ module_id, access_level }: Record<string, string>) => [module_id, access_level]),
        [
          ['analyst', 'standard'],
          ['power-flow', 'standard'],
          ['model-builder', 'standard'],
          ['model-tuner', 'premium'],
        ],
      );
      assert.equal((await call('GET', '/users/nobody/subscriptions', admin)).status, 404);
      assert.equal((await call('POST', '/model-tuner/ai/validate', token, prompt)).status, 200);
      assert.equal((await grant('none')).status, 200);
      assert.equal((await call('POST', '/model-tuner/ai/validate', token, prompt)).status, 403);
      assert.equal((await grant('golden')).status, 422);
      assert.ok(events().includes('subscription_changed'));
    });

    it('are used by their routes, which is noted', async () => {
      const { token } = await signedIn();
      await call('POST', '/model-builder/ai/validate', token, { prompt: 'Which units set the price?' });
      const { body } = await call('GET', '/users/me/subscriptions', token);
      assert.notEqual(body.modules[2].last_accessed, null);
    });

    it('with a lower level open less of themselves', async () => {
      const { user_id, token } = await signedIn();
      await call('PUT', `/users/${user_id}/subscriptions/model-builder`, admin, { access_level: 'basic' });
      assert.equal((await call('GET', '/model-builder/models', token)).status, 200);
      const refused = await call('POST', '/model-builder/configs', token, { name: 'x' });
      assert.equal(refused.status, 403);
      assert.match(refused.body.detail, /needs access level standard/);
    });
  });

  describe('a password', () => {
    const change = (token: string, current_password: string, new_password: string) =>
      call('POST', '/users/me/password', token, { current_password, new_password });

    it('is changed by who knows it, and ends every other session', async () => {
      const { username } = await signedIn();
      const { body: own } = await login(username);
      const { body: elsewhere } = await login(username);
      const token = own.access_token;
      const changed = await change(token, PASSWORD, 'Another-Turbine-43');
      assert.equal(changed.status, 200);
      assert.equal((await call('GET', '/users/me', token)).status, 200);
      assert.equal((await call('GET', '/users/me', elsewhere.access_token)).status, 401);
      for (const { refresh_token } of [elsewhere, own]) {
        const renewed = await app.call('POST', '/api/auth/refresh', { body: { refresh_token } });
        assert.equal(renewed.status, 401);
      }
      assert.equal((await login(username)).status, 401);
      assert.equal((await login(username, 'Another-Turbine-43')).status, 200);
      assert.ok(events().includes('password_changed'));
    });

    it('that is changed again ends the session that changed it before, at once', async () => {
      const { token: first, username } = await signedIn();
      assert.equal((await change(first, PASSWORD, 'Another-Turbine-43')).status, 200);
      assert.equal((await call('GET', '/users/me', first)).status, 200);
      const { access_token: second } = (await login(username, 'Another-Turbine-43')).body;
      assert.equal((await call('GET', '/users/me', second)).status, 200, 'a token of the same second works');
      assert.equal((await change(second, 'Another-Turbine-43', 'A-Third-Turbine-44')).status, 200);
      assert.equal((await call('GET', '/users/me', first)).status, 401);
      assert.equal((await call('GET', '/users/me', second)).status, 200);
    });

    it('ends tokens that were signed for sessions nobody remembers', async () => {
      const { user_id: userId, token } = await signedIn();
      const stray = { userId, sessionId: 'stray', role: 'user' as const };
      const other = await app.deps.tokens.sign(stray, new Date());
      assert.equal((await call('GET', '/users/me', other)).status, 200);
      await change(token, PASSWORD, 'Another-Turbine-43');
      assert.equal((await call('GET', '/users/me', other)).status, 401);
    });

    it('takes the API keys of the user with it, unless they are to stay', async () => {
      for (const [revoke_api_keys, status] of [
        [undefined, 401],
        [true, 401],
        [false, 200],
      ] as const) {
        const { token, user_id } = await signedIn();
        const { body } = await call('POST', '/users/me/api-keys', token, { name: 'key' });
        const changed = await call('POST', '/users/me/password', token, {
          current_password: PASSWORD,
          new_password: 'Another-Turbine-43',
          ...(revoke_api_keys !== undefined && { revoke_api_keys }),
        });
        assert.equal(changed.status, 200);
        const headers = { 'X-API-Key': body.api_key };
        assert.equal((await app.call('GET', '/users/me', { headers })).status, status);
        const revoked = await app.deps.audit.list({ type: 'api_key_revoked', userId: user_id, limit: 9 });
        assert.equal(revoked.length, status === 401 ? 1 : 0);
      }
    });

    it('that is wrong is written down wherever it is asked for', async () => {
      const { token, user_id } = await signedIn();
      const wrong = { current_password: 'wrong' };
      const asked: [string, object][] = [
        ['/users/me/password', { ...wrong, new_password: 'Another-Turbine-43' }],
        ['/users/me/2fa/setup', wrong],
        ['/users/me/api-keys', { ...wrong, name: 'key' }],
      ];
      for (const [path, body] of asked) {
        const answer = await call('POST', path, token, body);
        assert.equal(answer.status, 401, path);
        assert.equal(answer.headers.get('WWW-Authenticate'), 'Bearer', 'the token holds');
      }
      const entries = await app.deps.audit.list({ type: 'password_refused', userId: user_id, limit: 9 });
      assert.deepEqual(
        entries.map(({ details }) => details['during']),
        ['API key', 'two-factor setup', 'password change'],
      );
    });

    it('stays when the current one is wrong or the new one is bad, which is said rule by rule', async () => {
      const { username, token } = await signedIn();
      assert.equal((await change(token, 'wrong', 'Another-Turbine-43')).status, 401);
      for (const bad of ['short', 'summer2024', PASSWORD, `${username}-1A!`]) {
        const refused = await change(token, PASSWORD, bad);
        assert.equal(refused.status, 422, bad);
        assert.deepEqual(refused.body.detail[0].loc, ['body', 'new_password']);
      }
      assert.equal((await login(username)).status, 200);
    });

    it('cannot be guessed by a stolen session', async () => {
      const { token } = await signedIn();
      for (let i = 0; i < 10; i++)
        assert.equal((await change(token, `guess-${i}`, 'Another-Turbine-43')).status, 401);
      assert.equal((await change(token, PASSWORD, 'Another-Turbine-43')).status, 429);
    });
  });

  describe('administrators', () => {
    it('list accounts by name, without secrets', async () => {
      await addUser(app.deps, 'Zoe-1');
      await addUser(app.deps, 'zoe-2');
      const { status, body, text } = await call('GET', '/users?q=ZOE&limit=1', admin);
      assert.equal(status, 200);
      assert.deepEqual([body.users.length, body.total], [1, 2]);
      assert.doesNotMatch(text, /hash|\$2/);
      assert.equal((await call('GET', '/users', (await signedIn()).token)).status, 403);
      assert.equal((await call('GET', '/users/nobody', admin)).status, 404);
    });

    it('disable an account, which ends it at once, and enable it again', async () => {
      const { user_id, username, token } = await signedIn();
      const set = (disabled: boolean) => call('PUT', `/users/${user_id}/disabled`, admin, { disabled });
      assert.equal((await set(true)).body.disabled, true);
      assert.equal((await call('GET', '/users/me', token)).status, 401);
      assert.equal((await login(username)).status, 401);
      assert.equal((await set(false)).status, 200);
      assert.equal((await call('GET', '/users/me', token)).status, 401, 'a token from before stays dead');
      assert.equal((await login(username)).status, 200);
    });

    it('also end a session that has changed its password, for good', async () => {
      const { user_id, token } = await signedIn();
      const body = { current_password: PASSWORD, new_password: 'Another-Turbine-43' };
      await call('POST', '/users/me/password', token, body);
      for (const disabled of [true, false]) {
        assert.equal((await call('PUT', `/users/${user_id}/disabled`, admin, { disabled })).status, 200);
        assert.equal((await call('GET', '/users/me', token)).status, 401);
      }
    });

    it('tell from the account of the caller that they are some', async () => {
      assert.equal((await call('GET', '/users/me', admin)).body.role, 'admin');
      assert.equal((await call('GET', '/users/me', (await signedIn()).token)).body.role, 'user');
    });

    it('who end each other at the same moment leave one', async () => {
      const other = await startApp();
      try {
        const users = other.deps.users;
        const { countAdmins } = users;
        // Takes as long as a database, so that both have looked before either has written.
        users.countAdmins = async () => {
          await new Promise((done) => setTimeout(done, 5));
          return countAdmins();
        };
        const [a, b] = [
          await addUser(other.deps, 'admin-a', { role: 'admin' }),
          await addUser(other.deps, 'admin-b', { role: 'admin' }),
        ];
        const tokenFor = ({ user_id: userId }: typeof a) =>
          other.deps.tokens.sign({ userId, sessionId: `s-${userId}`, role: 'admin' }, other.deps.now());
        const demote = async (by: typeof a, whom: typeof a) =>
          other.call('PUT', `/api/users/${whom.user_id}/role`, {
            token: await tokenFor(by),
            body: { role: 'user' },
          });
        await Promise.all([demote(a, b), demote(b, a)]);
        assert.ok((await countAdmins()) >= 1);
      } finally {
        await other.close();
      }
    });

    it('make others administrators, and the last one stays', async () => {
      const { user_id, token } = await signedIn();
      assert.equal((await call('PUT', `/users/${user_id}/role`, admin, { role: 'admin' })).status, 200);
      assert.equal((await call('GET', '/users', token)).status, 200);
      assert.equal((await call('PUT', `/users/${user_id}/role`, token, { role: 'user' })).status, 200);
      assert.equal((await call('GET', '/users', token)).status, 403);
      const own = (await call('GET', '/users/me', admin)).body.user_id;
      assert.equal((await call('PUT', `/users/${own}/role`, admin, { role: 'user' })).status, 409);
      assert.equal((await call('PUT', `/users/${own}/disabled`, admin, { disabled: true })).status, 409);
    });
  });
});
