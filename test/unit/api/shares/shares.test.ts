/** Links that share a job: creation, access, expiry, and log entries. */
import assert from 'node:assert/strict';
import { digest } from '../../../../api/http/secrets.ts';
import type { AuditEvent } from '../../../../mongo/audit.ts';
import { addSignedIn, PASSWORD } from '../../../support/callers/accounts.ts';
import { payload } from '../../../support/cases/payloads.ts';
import { startChatServer } from '../../../support/chat/chat-server.ts';
import { type Answer, startApp, type TestApp } from '../../../support/stack/app.ts';
import { type MemorySolves, memorySolves } from '../../../support/stores/memory-solves.ts';

const DAY_MS = 86_400_000;
const UNKNOWN = 'There is no such link, or it has expired or was revoked';

describe('a link', () => {
  let app: TestApp;
  let solves: MemorySolves;
  let now: Date;
  let ada: { readonly userId: string; readonly token: string };
  let jobId: string;
  const start = async (settings = {}) => {
    now = new Date();
    solves = memorySolves();
    app = await startApp({ settings, deps: { ...solves.deps, now: () => now } });
    ada = await addSignedIn(app.deps, 'ada');
    jobId = await solves.add({ userId: ada.userId, scenarioId: 'own', payload: payload() });
  };
  beforeEach(() => start());
  afterEach(() => app.close());

  const make = (body: object = {}, token = ada.token): Promise<Answer> =>
    app.call('POST', '/api/shares', { token, body: { kind: 'job', id: jobId, ...body } });
  const secretOf = async (): Promise<string> => (await make()).body.secret;
  const opened = (secret: string, headers = {}) => app.call('GET', '/api/shared', { token: secret, headers });
  const listed = async () => (await app.call('GET', '/api/shares', { token: ada.token })).body.shares;
  const entries = async (type: AuditEvent) => app.deps.audit.list({ type, limit: 9 });

  it('has a secret of 256 bits that is shown once, and of which only the digest is stored', async () => {
    const { status, body, headers } = await make();
    assert.equal(status, 201);
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.match(body.secret, /^gos_[\w-]{43}$/);
    assert.equal(Date.parse(body.expires_at), now.getTime() + 30 * DAY_MS);
    const { secret, ...handle } = body;
    assert.deepEqual(await listed(), [{ ...handle, opened: 0, last_opened_at: null }]);
    const record = await app.deps.shares.findByDigest(digest(secret));
    assert.equal(record?.id, jobId);
    assert.ok(!JSON.stringify(record).includes(secret));
  });

  for (const [why, body, loc] of [
    ['kinds that are not there', { kind: 'network' }, 'kind'],
    ['a life of no day', { expires_in_days: 0 }, 'expires_in_days'],
    ['more than a year', { expires_in_days: 366 }, 'expires_in_days'],
  ] as const)
    it(`refuses ${why}`, async () => {
      const answer = await make(body);
      assert.equal(answer.status, 422);
      assert.deepEqual(answer.body.detail[0].loc, ['body', loc]);
    });

  it('is made by the owner only, and not by an administrator who may open the job', async () => {
    const root = await addSignedIn(app.deps, 'root', { role: 'admin' });
    for (const [body, token] of [
      [{}, root.token],
      [{ id: 'unknown' }, ada.token],
    ] as const) {
      const answer = await make(body, token);
      assert.equal(answer.status, 404);
      assert.equal(answer.body.detail, 'You have no job of this id');
    }
  });

  it('takes the time and bytes of the guests of its owner, however many links there are', async () => {
    const payers: string[] = [];
    await app.close();
    app = await startApp({
      deps: { ...solves.deps, now: () => now },
      passOn: (_route, _ctx, { userId }, here) => {
        payers.push(userId);
        return here();
      },
    });
    ada = await addSignedIn(app.deps, 'ada');
    jobId = await solves.add({ userId: ada.userId, scenarioId: 'own', payload: payload() });
    const secrets = [await secretOf(), await secretOf()];
    payers.length = 0;
    for (const secret of secrets) await opened(secret);
    assert.deepEqual(payers, new Array(2).fill(`guests of ${ada.userId}`));
  });

  it('opens its job only, with one answer for everything else', async () => {
    const other = await solves.add({ userId: ada.userId, scenarioId: 'own', payload: payload() });
    const token = await secretOf();
    assert.deepEqual((await opened(token)).body.id, jobId);
    const read = (id: string, what: string) =>
      app.call('GET', `/api/modules/analyst/solve/${id}/${what}`, { token });
    assert.equal((await read(jobId, 'payload')).status, 200);
    for (const id of [other, 'unknown']) {
      const { status, body } = await read(id, 'payload');
      assert.deepEqual(
        [status, body.detail],
        [403, 'The link shares one job, to read, and opens nothing else'],
      );
    }
    assert.equal((await read(jobId, `diff/${other}`)).status, 403);
  });

  it('sends nothing: a body is refused before it is read', async () => {
    const token = await secretOf();
    const answer = await app.call('POST', '/api/modules/analyst/solve/uc', { token, raw: '{ no JSON' });
    assert.equal(answer.status, 403);
  });

  it('hides the names of other objects of the owner', async () => {
    const token = await secretOf();
    const { body } = await app.call('GET', `/api/modules/analyst/solve/${jobId}/status`, { token });
    assert.deepEqual(
      [body.scenario_id, body.tags, body.part_of, body.repair_of],
      ['shared by link', [], null, undefined],
    );
    const pending = await app.call('GET', `/api/modules/analyst/solve/${jobId}/results`, { token });
    assert.deepEqual([pending.status, pending.body.scenario_id], [202, 'shared by link']);
  });

  const ENDS: Readonly<Record<string, (secret: string) => Promise<string>>> = {
    guessed: async () => `gos_${'x'.repeat(43)}`,
    'cut off': async (secret) => secret.slice(0, -1),
    expired: async (secret) => {
      now = new Date(now.getTime() + 30 * DAY_MS);
      return secret;
    },
    revoked: async (secret) => {
      const [{ share_id }] = await listed();
      assert.equal((await app.call('DELETE', `/api/shares/${share_id}`, { token: ada.token })).status, 204);
      return secret;
    },
    'of an owner who is disabled': async (secret) => {
      await app.deps.users.setDisabled(ada.userId, true);
      app.deps.accountCache.changed();
      return secret;
    },
  };
  for (const [how, end] of Object.entries(ENDS))
    it(`that is ${how} is not known, wherever it is sent`, async () => {
      const secret = await secretOf();
      assert.equal((await opened(secret)).status, 200);
      const token = await end(secret);
      for (const path of ['/api/shared', `/api/modules/analyst/solve/${jobId}/status`, '/api/users/me']) {
        const { status, body } = await app.call('GET', path, { token });
        assert.deepEqual([status, body.detail], [404, UNKNOWN], path);
      }
    });

  it('that an API key made ends with the key', async () => {
    const expires_at = new Date(now.getTime() + 2 * DAY_MS).toISOString();
    const { body: key } = await app.call('POST', '/api/users/me/api-keys', {
      token: ada.token,
      body: { name: 'notebook', expires_at, current_password: PASSWORD },
    });
    const { body } = await make({}, key.api_key);
    assert.equal(body.expires_at, expires_at);
    assert.ok((await make({ expires_in_days: 1 }, key.api_key)).body.expires_at < expires_at);
    assert.equal((await opened(body.secret)).status, 200);
    await app.call('DELETE', `/api/users/me/api-keys/${key.key_id}`, { token: ada.token });
    assert.equal((await opened(body.secret)).status, 404);
  });

  it('is revoked by its owner only', async () => {
    const { body } = await make();
    const bob = await addSignedIn(app.deps, 'bob');
    const revoke = (token: string) => app.call('DELETE', `/api/shares/${body.share_id}`, { token });
    assert.equal((await revoke(bob.token)).status, 404);
    assert.equal((await opened(body.secret)).status, 200);
    assert.equal((await revoke(ada.token)).status, 204);
    assert.equal((await revoke(ada.token)).status, 404);
  });

  it('counts an address once an hour, and the audit log has it made, opened and revoked', async () => {
    const { body } = await make();
    await opened(body.secret);
    await opened(body.secret);
    assert.equal((await listed())[0].opened, 1);
    now = new Date(now.getTime() + 3_600_000);
    await opened(body.secret);
    const [summary] = await listed();
    assert.deepEqual([summary.opened, summary.last_opened_at], [2, now.toISOString()]);
    await app.call('DELETE', `/api/shares/${body.share_id}`, { token: ada.token });
    const [created, visits, revoked] = await Promise.all([
      entries('share_made'),
      entries('share_opened'),
      entries('share_revoked'),
    ]);
    assert.deepEqual([created.length, visits.length, revoked.length], [1, 2, 1]);
    assert.equal(created[0]?.user_id, ada.userId);
    assert.equal(visits[0]?.user_id, `share:${body.share_id}`);
    assert.deepEqual(
      [visits[0]?.details['owner'], visits[0]?.details['id'], revoked[0]?.details['share_id']],
      [ada.userId, jobId, body.share_id],
    );
    assert.ok(!JSON.stringify([await app.deps.audit.list({ limit: 99 }), app.lines]).includes(body.secret));
  });

  it('is not its owner: in quotas, in denials, in the use of modules', async () => {
    const { body } = await make();
    const { status } = await app.call('GET', '/api/users/me', { token: body.secret });
    assert.equal(status, 403);
    assert.equal((await entries('access_denied'))[0]?.user_id, `share:${body.share_id}`);
    const read = (token: string) => app.call('GET', `/api/modules/analyst/solve/${jobId}/payload`, { token });
    await read(body.secret);
    const quota = async (token: string) => (await read(token)).headers.get('ratelimit')?.split(';')[1];
    assert.deepEqual([await quota(ada.token), await quota(body.secret)], ['r=5999', 'r=5998']);
    assert.deepEqual(await app.deps.subscriptions.of(`share:${body.share_id}`), []);
  });

  it('is refused beside a key, and as a key', async () => {
    const secret = await secretOf();
    assert.equal((await opened(secret, { 'X-API-Key': secret })).status, 404);
    const asKey = await app.call('GET', '/api/shared', { headers: { 'X-API-Key': secret } });
    assert.equal(asKey.status, 401);
  });

  it('opens nothing where links are switched off, and none is made', async () => {
    await app.close();
    await start({ ALLOW_SHARE_LINKS: false });
    const refused = await make();
    assert.deepEqual([refused.status, refused.body.detail], [403, 'An administrator has switched links off']);
    assert.equal((await app.call('GET', '/api/shares', { token: ada.token })).body.allowed, false);
    const secret = `gos_${'a'.repeat(43)}`;
    const record = {
      _id: 's',
      user_id: ada.userId,
      digest: digest(secret),
      kind: 'job',
      id: jobId,
    } as const;
    const expires_at = new Date(now.getTime() + DAY_MS);
    await app.deps.shares.insert({ ...record, created_at: now, expires_at, opened: 0, last_opened_at: null });
    assert.deepEqual([(await opened(secret)).status, (await opened(secret)).body.detail], [404, UNKNOWN]);
  });

  it('opens no chat', async () => {
    const secret = await secretOf();
    const server = await startChatServer({ deps: { shares: app.deps.shares, users: app.deps.users } });
    const code = await (await server.connect({ token: secret })).closed;
    assert.equal(code, 4401);
    await server.close();
  });
});
