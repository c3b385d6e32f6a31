import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createCertificateKeys } from '../../../api/certificates/keys.ts';
import { certificateIndexes, createCertificates } from '../../../mongo/certificates.ts';
import { createSigningKeys, type SigningKeys, signingKeyIndexes } from '../../../mongo/signing-keys.ts';
import { inTransaction } from '../../../mongo/transaction.ts';
import { certifiedCases } from '../../support/cases/certified-case.ts';
import { openTestDatabase, type TestDatabase } from '../../support/stack/mongo.ts';

const settings = { PASSWORD_PEPPER: 'a secret for tests that is long enough' };

describe('signing keys', () => {
  let mongo: TestDatabase;
  let store: SigningKeys;
  beforeEach(async () => {
    mongo = await openTestDatabase([signingKeyIndexes, certificateIndexes]);
    store = createSigningKeys(mongo.db);
  });
  afterEach(() => mongo.drop());
  const keysOf = (now = () => new Date()) => createCertificateKeys({ store, now, settings });

  it('are one for all processes that start at once', async () => {
    const signed = await Promise.all(
      Array.from({ length: 10 }, () => keysOf(() => new Date(0)).sign({ a: 1 })),
    );
    assert.equal(new Set(signed.map(({ signature }) => signature)).size, 1);
    assert.equal((await store.all()).length, 1);
  });

  it('follow each other: one is current, those before it have their times and nothing private', async () => {
    const first = (await keysOf().published()).keys[0];
    for (let turn = 0; turn < 3; turn++) await inTransaction(mongo.db, (tx) => keysOf().rotate(tx));
    const all = await store.all();
    assert.equal(all.length, 4);
    assert.equal((await store.current())?._id, all[0]?._id);
    assert.equal(all.at(-1)?._id, first?.kid);
    assert.deepEqual(
      all.map(({ sealed, until }) => [sealed === null, until === null]),
      [
        [false, true],
        [true, false],
        [true, false],
        [true, false],
      ],
    );
  });

  it('are rotated in a transaction or not at all', async () => {
    const { keys } = await keysOf().published();
    const failing = inTransaction(mongo.db, async (tx) => {
      await keysOf().rotate(tx);
      throw new Error('no entry in the audit log');
    });
    await assert.rejects(failing, /no entry/);
    assert.deepEqual((await keysOf().published()).keys, keys);
  });

  it('sign certificates that keep the content of the first writer, until their job is deleted', async () => {
    const certificates = createCertificates(mongo.db);
    const [one] = await certifiedCases(1);
    assert.ok(one);
    const id = randomUUID();
    const signed = await Promise.all(
      Array.from({ length: 5 }, (_, n) =>
        certificates.add(id, { ...one.certificate, signature: `${n}` }, new Date('2100-01-01')),
      ),
    );
    assert.equal(new Set(signed.map(({ signature }) => signature)).size, 1);
    assert.deepEqual(await certificates.find(id), signed[0]);
    await certificates.delete(id);
    assert.equal(await certificates.find(id), undefined);
  });
});
