import assert from 'node:assert/strict';
import { createClient, data } from '../../../../api/client/client.ts';
import { Problem } from '../../../../api/client/problem.ts';
import { type Tokens, toTokens, withTokens } from '../../../../api/client/session.ts';
import {
  type AnsweringServer,
  answeringServer,
  sendJson,
} from '../../../support/callers/answering-server.ts';

const HOUR_S = 3600;
const nowS = () => Date.now() / 1000;
const first: Tokens = { access_token: 'a1', refresh_token: 'r1', expires_at: nowS() + HOUR_S };
const ended = new Problem({ status: 401, message: 'Invalid refresh token' });

describe('the session of a program', () => {
  let server: AnsweringServer;
  /** Access token that the server accepts now. */
  let valid = 'a1';
  let stored: Tokens | undefined;
  let exchanged: string[] = [];

  /** A client with a session. `exchange`: returns the successor of a refresh token. */
  const clientWith = (exchange: (token: string) => Promise<string>) => {
    const session = withTokens({
      read: async () => stored,
      save: async (tokens) => {
        stored = tokens;
      },
      exchange: async (token) => {
        exchanged.push(token);
        const access_token = await exchange(token);
        return { access_token, refresh_token: `r${access_token.slice(1)}`, expires_in: HOUR_S };
      },
    });
    return createClient({ baseUrl: server.url, session });
  };

  beforeEach(async () => {
    stored = first;
    exchanged = [];
    valid = 'a1';
    server = await answeringServer((response, { headers }) => {
      if (headers.authorization === `Bearer ${valid}`) sendJson(response, 200, { username: 'ada' });
      else sendJson(response, 401, { detail: 'Invalid token' });
    });
  });
  afterEach(() => server.close());

  it('is renewed once for all the requests that a token was too old for', async () => {
    valid = 'a2';
    const client = clientWith(async () => 'a2');
    const me = () => data(client.GET('/api/users/me'));
    assert.deepEqual(
      (await Promise.all([me(), me(), me()])).map(({ username }) => username),
      ['ada', 'ada', 'ada'],
    );
    assert.deepEqual(exchanged, ['r1']);
    assert.equal(stored?.refresh_token, 'r2');
  });

  it('is renewed before its end, so that nothing is sent in vain', async () => {
    stored = { ...first, expires_at: nowS() + 5 };
    valid = 'a2';
    await data(clientWith(async () => 'a2').GET('/api/users/me'));
    assert.equal(server.asked.length, 1);
  });

  it('is over when its renewal is refused', async () => {
    valid = 'none';
    const client = clientWith(() => Promise.reject(ended));
    await assert.rejects(data(client.GET('/api/users/me')), { status: 401 });
    assert.equal(stored, undefined);
  });

  it('is not renewed for a wrong password: the same password would be sent twice', async () => {
    await server.close();
    server = await answeringServer((response) =>
      sendJson(response, 401, { detail: 'Current password is incorrect' }, { 'WWW-Authenticate': 'Bearer' }),
    );
    await assert.rejects(data(clientWith(async () => 'a2').GET('/api/users/me')), { status: 401 });
    assert.deepEqual(exchanged, []);
    assert.equal(server.asked.length, 1);
  });

  it('continues with the tokens of another process', async () => {
    valid = 'a3';
    const client = clientWith(async () => {
      stored = { ...first, access_token: 'a3', refresh_token: 'r3' };
      throw ended;
    });
    assert.equal((await data(client.GET('/api/users/me'))).username, 'ada');
    assert.equal(stored?.refresh_token, 'r3');
  });

  it('outlives a server that cannot be reached', async () => {
    const away = new Problem({ status: 0, message: 'The server cannot be reached' });
    valid = 'a2';
    await assert.rejects(data(clientWith(() => Promise.reject(away)).GET('/api/users/me')), { status: 0 });
    assert.equal(stored, first);
  });

  it('knows when a token ends', () => {
    const { expires_at, refresh_token } = toTokens({ access_token: 'a', expires_in: 60 });
    assert.ok(Math.abs(expires_at - nowS() - 60) <= 1);
    assert.equal(refresh_token, '');
  });
});
