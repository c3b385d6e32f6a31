/** Signed certificates over HTTP: jobs with and without a certificate, and the signing keys. */
import assert from 'node:assert/strict';
import { createCertificateKeys } from '../../../../api/certificates/keys.ts';
import { checkCertificate } from '../../../../api/client/offline/check-certificate.ts';
import { conclusion } from '../../../../api/client/offline/findings.ts';
import { readConfig } from '../../../../api/config.ts';
import type { JobRecord } from '../../../../mongo/jobs.ts';
import { addSignedIn } from '../../../support/callers/accounts.ts';
import { testKeys } from '../../../support/cases/certified-case.ts';
import { payload } from '../../../support/cases/payloads.ts';
import { startApp, type TestApp } from '../../../support/stack/app.ts';
import { type SolvingDeps, solvingDeps, USER_ID } from '../../../support/stack/solving-deps.ts';
import { memorySigningKeys } from '../../../support/stores/memory-certificates.ts';

const KEYS = '/.well-known/jwks.json';
const ENDED = { finished_at: new Date('2026-02-03T04:05:06.789Z') };

describe('certificates over HTTP', function () {
  this.timeout(60_000);
  let app: TestApp;
  let solving: SolvingDeps;
  let token: string;
  let job: JobRecord;
  before(async () => {
    solving = solvingDeps();
    app = await startApp({ deps: solving.deps });
    ({ token } = await addSignedIn(app.deps, 'ann', { user_id: USER_ID }));
    job = await solving.solved(payload({}), 'uc', ENDED);
  });
  after(() => app.close());

  const certificate = (jobId: string, as = token) =>
    app.call('GET', `/api/modules/analyst/solve/${jobId}/certificate`, { token: as });
  const published = async () => (await app.call('GET', KEYS)).body;
  const evidence = async (jobId: string) => ({
    certificate: (await certificate(jobId)).body,
    case: await solving.deps.documents.get('payload', jobId),
    schedule: { job_id: jobId, status: 'completed', ...(await solving.deps.documents.get('result', jobId)) },
    keys: await published(),
  });

  it('are the same bytes for every request, and fit case, result and public keys', async () => {
    const first = await certificate(job._id);
    assert.equal(first.status, 200, first.text);
    assert.equal((await certificate(job._id)).text, first.text);
    assert.equal(first.body.statement.ended_at, ENDED.finished_at.toISOString());
    const verdict = await checkCertificate(await evidence(job._id));
    assert.ok(conclusion(verdict).verdict === 'verified', JSON.stringify(verdict.findings));
  });

  it('exist for a job with a schedule only; otherwise the reason is given', async () => {
    const infeasible = await solving.solved(payload({ loads: [{ bus: 1, values: [80, 900, 90] }] }));
    solving.hold = true;
    const states = {
      running: { status: 'running' },
      failed: { status: 'failed' },
      cancelled: { status: 'cancelled' },
    } as const;
    const refusal = await certificate(infeasible._id);
    assert.equal(refusal.status, 409);
    assert.match(refusal.body.detail, /ended INFEASIBLE without a schedule: no schedule keeps all limits/);
    for (const [name, changes] of Object.entries(states)) {
      const { _id } = await solving.solved(payload({}), 'uc', {
        ...changes,
        error: { code: 'INTERNAL', message: 'x', retryable: false },
      });
      const { status, body } = await certificate(_id);
      assert.equal(status, 409, name);
      assert.match(body.detail, new RegExp(name));
    }
  });

  it('are visible to their owner only', async () => {
    const bob = await addSignedIn(app.deps, 'bob');
    assert.equal((await certificate(job._id, bob.token)).status, 404);
    assert.equal((await certificate('unknown')).status, 404);
  });

  it('stay valid when a new key signs the next ones; only an administrator makes one', async () => {
    const [old] = (await published()).keys;
    const rotate = (as: string) => app.call('POST', '/api/certificate-keys', { token: as });
    assert.equal((await rotate(token)).status, 403);
    const admin = await addSignedIn(app.deps, 'root', { role: 'admin' });
    const { status, body } = await rotate(admin.token);
    assert.equal(status, 201);
    assert.deepEqual(body.keys.map(({ kid }: { kid: string }) => kid).slice(1), [old.kid]);
    assert.notEqual(body.keys[0].kid, old.kid);
    assert.ok(body.keys[1].exp >= old.nbf && body.keys[0].exp === undefined);
    assert.deepEqual(await published(), body);
    const [entry] = await app.deps.audit.list({ type: 'signing_key_rotated', limit: 1 });
    assert.equal(entry?.details['kid'], body.keys[0].kid);
    const next = await solving.solved(payload({}), 'uc', ENDED);
    for (const { _id } of [job, next])
      assert.ok(conclusion(await checkCertificate(await evidence(_id))).verdict === 'verified', _id);
    const { findings } = await checkCertificate({ ...(await evidence(next._id)), keys: { keys: [old] } });
    assert.deepEqual(
      findings.filter(({ fits }) => fits !== true).map(({ part }) => part),
      ['key', 'signature'],
    );
  });

  it('have their public keys at the root alone, for everybody, and nothing private in them', async () => {
    const { status, body, headers } = await app.call('GET', KEYS);
    assert.equal(status, 200);
    assert.match(headers.get('cache-control') ?? '', /max-age=60/);
    for (const key of body.keys)
      assert.deepEqual(
        Object.keys(key)
          .filter((name) => name !== 'exp')
          .sort(),
        ['alg', 'crv', 'kid', 'kty', 'nbf', 'use', 'x'],
      );
    assert.equal((await app.call('GET', `/api${KEYS}`)).status, 404);
  });
});

describe('the keys that sign', () => {
  const SEED = Buffer.alloc(32, 7).toString('base64');

  it('come from the setting, the same in every process, and are changed there alone', async () => {
    const [one, other] = [testKeys(undefined, SEED), testKeys(undefined, SEED)];
    assert.deepEqual(await one.sign({ a: 1 }), await other.sign({ a: 1 }));
    assert.deepEqual((await one.published()).keys.map(({ kid }) => kid).length, 1);
    await assert.rejects(one.rotate({}), /setting CERTIFICATE_KEY/);
  });

  it('must be 32 bytes in base64', () => {
    const env = { JWT_SECRET: 's'.repeat(32), PASSWORD_PEPPER: 'p'.repeat(32) };
    assert.equal(readConfig({ ...env, CERTIFICATE_KEY: SEED }).CERTIFICATE_KEY, SEED);
    for (const wrong of ['short', SEED.slice(4), `${SEED}${SEED}`])
      assert.throws(
        () => readConfig({ ...env, CERTIFICATE_KEY: wrong }),
        /CERTIFICATE_KEY must be 32 random bytes/,
      );
  });

  it('are kept encrypted, which another pepper does not open until there is a new one', async () => {
    const store = memorySigningKeys();
    const at = (pepper: string) =>
      createCertificateKeys({
        store,
        now: () => new Date(),
        settings: { PASSWORD_PEPPER: pepper.repeat(32) },
      });
    const [one, other] = [await at('p').sign({ a: 1 }), await at('p').sign({ a: 1 })];
    assert.equal(one.signature.split('..')[1], other.signature.split('..')[1]);
    assert.match((await store.all())[0]?.sealed ?? '', /^[\w-]+\.\.[\w-]+\.[\w-]+\.[\w-]+$/);
    await assert.rejects(at('q').sign({ a: 1 }), /cannot be opened: an administrator must make a new one/);
    await at('q').rotate({});
    assert.ok((await at('q').sign({ a: 1 })).signature);
  });

  it('move from a setting to the database and back: each is listed once', async () => {
    const store = memorySigningKeys();
    const at = (CERTIFICATE_KEY?: string) =>
      createCertificateKeys({
        store,
        now: () => new Date(),
        settings: { PASSWORD_PEPPER: 'p'.repeat(32), CERTIFICATE_KEY },
      });
    for (const setting of [SEED, undefined, SEED]) await at(setting).sign({ a: 1 });
    const { keys } = await at(SEED).published();
    assert.equal(keys.length, 2);
    assert.equal(keys.filter(({ exp }) => exp === undefined).length, 1);
  });
});
