/** Sessions over HTTP on the real stores: refresh tokens that are repeated, and tokens that end. */
import assert from 'node:assert/strict';
import { createAccountParts } from '../../../api/accounts/deps.ts';
import { apiKeyIndexes } from '../../../mongo/api-keys.ts';
import { revokedTokenIndexes } from '../../../mongo/revoked-tokens.ts';
import { sessionIndexes } from '../../../mongo/sessions.ts';
import { userIndexes } from '../../../mongo/users.ts';
import { addUser, PASSWORD } from '../../support/callers/accounts.ts';
import { startApp, type TestApp, testSettings } from '../../support/stack/app.ts';
import { openTestDatabase, type TestDatabase } from '../../support/stack/mongo.ts';

const INDEXES = [userIndexes, sessionIndexes, revokedTokenIndexes, apiKeyIndexes];

interface TokenSet {
  readonly access_token: string;
  readonly refresh_token: string;
}

describe('sessions on the real stores', () => {
  let database: TestDatabase;
  let app: TestApp;
  let clock: number;
  let username: string;
  before(async () => {
    database = await openTestDatabase(INDEXES);
  });
  beforeEach(async () => {
    clock = Date.now();
    app = await startApp({
      deps: {
        ...createAccountParts(database.db, testSettings()),
        now: () => new Date(clock),
      },
    });
    username = `u-${Math.random()}`;
    await addUser(app.deps, username);
  });
  afterEach(() => app.close());
  after(() => database.drop());

  const signIn = async (password = PASSWORD): Promise<TokenSet> =>
    (await app.call('POST', '/auth/login', { body: { username, password } })).body;
  const refresh = (refresh_token: string) => app.call('POST', '/auth/refresh', { body: { refresh_token } });
  const me = async (token: string) => (await app.call('GET', '/users/me', { token })).status;

  it('answer a repeated refresh with the same successor, so that a session is never two', async () => {
    const { refresh_token } = await signIn();
    const answers = await Promise.all(Array.from({ length: 8 }, () => refresh(refresh_token)));
    clock += 5000;
    answers.push(await refresh(refresh_token));
    assert.ok(answers.every(({ status }) => status === 200));
    const successors = new Set(answers.map(({ body }) => body.refresh_token));
    assert.equal(successors.size, 1);
    const [successor = ''] = successors;
    const { body: next } = await refresh(successor);
    assert.notEqual(next.refresh_token, successor);
    clock += 11_000;
    assert.equal((await refresh(successor)).status, 401);
    assert.equal((await refresh(next.refresh_token)).status, 401);
    assert.equal(await me(next.access_token), 401);
  });

  it('end with a password that is changed, but for the one that changes it, and that with the next', async () => {
    const [first, elsewhere] = [await signIn(), await signIn()];
    const change = (token: string, current_password: string, new_password: string) =>
      app.call('POST', '/users/me/password', { token, body: { current_password, new_password } });
    const changed = await change(first.access_token, PASSWORD, 'Another-Turbine-43');
    assert.equal(changed.status, 200, changed.text);
    assert.equal(await me(first.access_token), 200);
    assert.equal(await me(elsewhere.access_token), 401);
    assert.equal((await refresh(elsewhere.refresh_token)).status, 401);
    const second = await signIn('Another-Turbine-43');
    assert.equal(await me(second.access_token), 200);
    await change(second.access_token, 'Another-Turbine-43', 'A-Third-Turbine-44');
    assert.equal(await me(first.access_token), 401);
  });

  it('go on for accounts and sessions that were stored before tokens had a generation', async () => {
    const { refresh_token, access_token } = await signIn();
    await database.db.collection('sessions').updateMany({}, { $unset: { signedInAt: 1 } });
    assert.equal(await me(access_token), 200);
    const { body, status } = await refresh(refresh_token);
    assert.equal(status, 200);
    assert.equal(await me(body.access_token), 200);
    const key = await app.call('POST', '/users/me/api-keys', {
      token: body.access_token,
      body: { name: 'k' },
    });
    assert.equal(key.status, 422, 'nobody knows how old the sign-in is');
  });
});
