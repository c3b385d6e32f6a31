/** Contract of `Records`, run against MongoDB and against the store in memory. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { KEPT_VERSIONS } from '../../../mongo/create-records.ts';
import { packDocument } from '../../../mongo/documents.ts';
import type { RecordChange, Records, StoredChange } from '../../../mongo/records.ts';
import { newScenario, type ScenarioMeta } from '../../../mongo/scenarios.ts';
import type { SolvePayload } from '../../../temporal/case/schema.ts';
import { payload } from '../cases/payloads.ts';

type ScenarioRecords = Records<ScenarioMeta, SolvePayload>;
type Change = Partial<RecordChange<ScenarioMeta, SolvePayload>>;

/** A payload that differs for each `n`. */
export const variant = (n: number): SolvePayload => payload({ loads: [{ bus: 1, values: [n, n, n] }] });

/** Stores the content of variant `n`. */
export async function putVariant(
  records: ScenarioRecords,
  owner: string,
  id: string,
  n: number,
  change: Change = {},
): Promise<StoredChange<ScenarioMeta> | null> {
  const value = variant(n);
  const content = await packDocument(value);
  return records.put(
    owner,
    id,
    { meta: {}, defaults: newScenario(id, value), content, ...change },
    new Date(),
  );
}

export function recordsContract(open: () => ScenarioRecords): void {
  let owner = '';
  beforeEach(() => {
    owner = randomUUID();
  });
  const put = (id: string, n: number, change?: Change) => putVariant(open(), owner, id, n, change);

  it('come back as they were put, text that looks like an operator included', async () => {
    const meta = { name: '$name', tags: ['$$ROOT', '{"$literal": 1}'] };
    const stored = await put('$id.with/all', 1, { meta });
    assert.equal(stored?.isNew, true);
    const record = await open().read(owner, '$id.with/all');
    assert.deepEqual(record?.content, variant(1));
    assert.deepEqual(record?.record, stored?.record);
    assert.equal(record?.record.meta.name, '$name');
    assert.deepEqual(record?.record.meta.tags, meta.tags);
  });

  it('keep what a change does not mention', async () => {
    await put('a', 1, { meta: { name: 'First', network_id: 'n', tags: ['x'] } });
    const second = await put('a', 2, { meta: { last_job_id: 'job' } });
    assert.equal(second?.isNew, false);
    const expected = { ...newScenario('a', variant(2)), name: 'First', network_id: 'n', tags: ['x'] };
    assert.deepEqual(second?.record.meta, { ...expected, last_job_id: 'job' });
    assert.deepEqual((await put('a', 2, { meta: { network_id: null } }))?.record.meta.network_id, null);
  });

  it('keep a version of each content, the current one first, and read any of them', async () => {
    const versions = [];
    for (const n of [1, 2, 3]) versions.push((await put('a', n))?.record.version ?? '');
    const { record } = (await open().read(owner, 'a')) ?? {};
    assert.deepEqual(
      record?.versions.map(({ version }) => version),
      versions.toReversed(),
    );
    assert.deepEqual((await open().read(owner, 'a', versions[0]))?.content, variant(1));
    assert.equal(await open().read(owner, 'a', 'no such version'), null);
  });

  it('make no new version of content they have, but make it the current one', async () => {
    await put('a', 1);
    const again = await put('a', 1);
    assert.equal(again?.isNew, false);
    assert.equal(again?.record.versions.length, 1);
    await put('a', 2);
    const back = await put('a', 1);
    assert.equal(back?.record.versions.length, 2);
    assert.equal(back?.record.version, again?.record.version);
    assert.deepEqual((await open().read(owner, 'a'))?.content, variant(1));
  });

  it('keep the newest versions only', async () => {
    const first = await put('a', 0);
    for (let n = 1; n <= KEPT_VERSIONS; n++) await put('a', n);
    const { record } = (await open().read(owner, 'a')) ?? {};
    assert.equal(record?.versions.length, KEPT_VERSIONS);
    assert.equal(await open().read(owner, 'a', first?.record.version), null);
    assert.deepEqual((await open().read(owner, 'a', record?.versions.at(-1)?.version))?.content, variant(1));
  });

  it('change only when the current version is the expected one', async () => {
    const first = await put('a', 1);
    const expected = first?.record.version ?? '';
    assert.equal((await put('a', 2, { expected }))?.isNew, false);
    assert.equal(await put('a', 3, { expected }), null);
    assert.equal(await put('a', 1, { expected }), null);
    assert.deepEqual((await open().read(owner, 'a'))?.content, variant(2));
    assert.equal(await put('b', 1, { expected }), null);
    assert.equal(await open().find(owner, 'b'), null);
  });

  it('are listed by owner, the last changed first, page by page', async () => {
    for (const id of ['a', 'b', 'c', 'a']) {
      await put(id, id === 'a' ? Math.random() : 1);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    const idsOf = async (limit: number, offset: number) => {
      const { records, total } = await open().list(owner, limit, offset);
      return [total, ...records.map(({ id }) => id)];
    };
    assert.deepEqual(await idsOf(10, 0), [3, 'a', 'c', 'b']);
    assert.deepEqual(await idsOf(1, 1), [3, 'c']);
    assert.deepEqual([...(await open().among(owner, ['b', 'x', 'a']))].sort(), ['a', 'b']);
  });

  it('belong to one user: nobody else reads, lists, changes or deletes them', async () => {
    await put('a', 1);
    const other = randomUUID();
    assert.equal(await open().find(other, 'a'), null);
    assert.equal(await open().read(other, 'a'), null);
    assert.equal(await open().delete(other, 'a'), null);
    assert.equal((await open().list(other, 10, 0)).total, 0);
    assert.equal((await putVariant(open(), other, 'a', 2))?.isNew, true);
    assert.deepEqual((await open().read(owner, 'a'))?.content, variant(1));
  });

  it('are gone when they were deleted, and new when they are put again', async () => {
    await put('a', 1);
    assert.equal((await open().delete(owner, 'a'))?.id, 'a');
    assert.equal(await open().delete(owner, 'a'), null);
    assert.equal(await open().read(owner, 'a'), null);
    const again = await put('a', 1);
    assert.equal(again?.isNew, true);
    assert.equal(again?.record.versions.length, 1);
  });
}
