/** The chain of the audit log: written by many processes at once, and tampered with in the database. */
import assert from 'node:assert/strict';
import { type Audit, auditIndexes, createAudit } from '../../../mongo/audit.ts';
import type { AuditDocument, ChainedDocument } from '../../../mongo/audit-entry.ts';
import { random } from '../../support/cases/random.ts';
import { openTestDatabase, type TestDatabase } from '../../support/stack/mongo.ts';
import { TAMPERINGS } from '../../support/stores/audit-chain.ts';
import { until } from '../../support/until.ts';

const WRITERS = 8;
const EACH = 100;
const TURNS = 10;
const FACTS = 8;
const LENGTH = 60;
/** Tampers six times in each way. */
const ROUNDS = 6 * Object.keys(TAMPERINGS).length;
const SEED = 20_261_121;

const numbered = (count: number) => Array.from({ length: count }, (_, n) => n);

describe('the chain of the audit log', () => {
  let database: TestDatabase;
  const open = async (indexes = [auditIndexes]) => {
    database = await openTestDatabase(indexes);
    return createAudit(database.db);
  };
  afterEach(() => database.drop());

  const tell = (audit: Audit, n: number, once?: string) =>
    audit.record('login', { userId: 'ada', details: { n, job_id: `job-${n}` }, once });
  const whole = (entries: number) => ({ valid: true, entries, first_bad: null });
  const stored = () => database.db.collection<AuditDocument>('audit');
  const anchored = () =>
    database.db
      .collection('audit_head')
      .find({}, { readConcern: { level: 'local' } })
      .toArray();
  const untilAnchored = (seq: number) => until(async () => (await anchored())[0]?.['seq'] === seq);

  it('is one chain without gaps under simultaneous writers', async function () {
    this.timeout(60_000);
    const audits = [await open(), ...numbered(WRITERS - 1).map(() => createAudit(database.db))];
    await Promise.all(audits.flatMap((audit) => numbered(EACH).map((n) => tell(audit, n))));
    const [audit] = audits;
    assert.deepEqual(await audit?.verify(), whole(WRITERS * EACH));
    assert.equal((await stored().distinct('seq')).length, WRITERS * EACH);
  });

  it('is one chain when writers take turns entry by entry', async function () {
    this.timeout(60_000);
    const audits = [await open(), ...numbered(WRITERS - 1).map(() => createAudit(database.db))];
    await Promise.all(
      audits.map(async (audit) => {
        for (const n of numbered(TURNS)) await tell(audit, n);
      }),
    );
    assert.deepEqual(await createAudit(database.db).verify(), whole(WRITERS * TURNS));
  });

  it('has a fact once however many writers tell it at the same time', async () => {
    const audits = [await open(), createAudit(database.db), createAudit(database.db)];
    const tellings = numbered(FACTS).flatMap((n) =>
      audits.flatMap((audit) => [tell(audit, n, `fact-${n}`), tell(audit, n, `fact-${n}`), tell(audit, n)]),
    );
    await Promise.all(tellings);
    assert.deepEqual(await createAudit(database.db).verify(), whole(FACTS * (1 + audits.length)));
  });

  it('loses only the entry that cannot be stored, and cuts one that is large', async () => {
    const audit = await open();
    let deep: object = {};
    for (let n = 0; n < 250; n++) deep = { deep };
    const details = [
      { ok: 1 },
      { n: 1n },
      { ok: 2 },
      deep,
      { ok: 3 },
      { large: 'x'.repeat(17 << 20) },
      { ok: 4 },
    ];
    const writes = details.map((each) => audit.record('login', { userId: 'ada', details: { ...each } }));
    const outcomes = (await Promise.allSettled(writes)).map(({ status }) => status === 'fulfilled');
    assert.deepEqual(outcomes, [true, false, true, false, true, true, true]);
    assert.deepEqual(await audit.verify(), whole(5));
  });

  it('goes on after a restart, and entries from before it stay outside', async () => {
    const audit = await open();
    const old = { event_type: 'login', user_id: 'ada', timestamp: new Date(0), details: {} };
    await database.db.collection('audit').insertMany([{ ...old }, { ...old }]);
    assert.deepEqual(await audit.verify(), whole(0));
    await tell(audit, 1);
    await tell(createAudit(database.db), 2);
    assert.deepEqual(await audit.verify(), whole(2));
    const listed = (await audit.list({ limit: 10 })).map(({ seq }) => seq);
    assert.deepEqual(listed, [2, 1, undefined, undefined]);
  });

  it('shows the damage also after the service went on writing', async () => {
    const audit = await open();
    for (const n of numbered(5)) await tell(audit, n);
    await untilAnchored(5);
    await stored().deleteMany({ seq: { $gt: 3 } });
    await tell(createAudit(database.db), 6);
    assert.deepEqual((await audit.verify()).first_bad, { seq: 4, id: null, problem: 'missing' });
  });

  it('is read again from the start to the end, oldest first, with its links', async () => {
    const audit = await open();
    for (const n of numbered(4)) await tell(audit, n);
    const [, second] = await audit.list({ limit: 3 }).then((listed) => listed.reverse());
    const from = new Date(second?.timestamp ?? '');
    const seqs: (number | undefined)[] = [];
    for await (const entry of audit.linked({ from, type: 'login', userId: 'ada' })) {
      assert.match(entry.hash ?? '', /^[\da-f]{64}$/);
      seqs.push(entry.seq);
    }
    assert.ok(seqs.includes(4) && seqs.every((seq, n) => n === 0 || (seq ?? 0) > (seqs[n - 1] ?? 0)));
    for await (const entry of audit.linked({ to: new Date(0) })) assert.fail(entry.id);
  });

  it(`never keeps quiet about one of ${ROUNDS} tamperings`, async function () {
    this.timeout(60_000);
    // Opens without the indexes, which would prevent some tamperings.
    const audit = await open([]);
    await Promise.all(numbered(LENGTH).map((n) => tell(audit, n, n % 3 === 0 ? `fact-${n}` : undefined)));
    const chain = await stored().find<ChainedDocument>({}).sort({ seq: 1 }).toArray();
    await untilAnchored(LENGTH);
    const heads = database.db.collection('audit_head');
    const anchors = await anchored();
    const draw = random(SEED);
    const kinds = Object.entries(TAMPERINGS);
    const unseen: string[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const [name, tamper] = kinds[round % kinds.length] ?? assert.fail();
      await tamper({ entries: stored(), db: database.db, chain, draw });
      if ((await audit.verify()).valid) unseen.push(`${name} in round ${round}`);
      await Promise.all([stored().deleteMany({}), heads.deleteMany({})]);
      await Promise.all([stored().insertMany(chain), heads.insertMany(anchors)]);
      if (round % 25 === 0) assert.deepEqual(await audit.verify(), whole(LENGTH));
    }
    assert.deepEqual(unseen, []);
  });
});
