/**
 * `Records` in MongoDB. The document of a new version is written first. It belongs to that version only, so that
 * dropping a version never affects another. One atomic update then makes the version the current one. If a process dies
 * in between outside a transaction, an unreferenced document is left, which only costs space.
 *
 * @module
 */
import { randomUUID } from 'node:crypto';
import type { Db, Document, Filter } from 'mongodb';
import { createDocuments, type DocumentTypes } from './documents.ts';
import { isDuplicateKey } from './errors.ts';
import type { CollectionIndexes } from './indexes.ts';
import type { OwnedRecord, RecordChange, Records, StoredChange, Version } from './records.ts';
import type { Transaction } from './transaction.ts';

interface StoredRecord extends OwnedRecord<Document> {
  /** Id of the record, `<owner>/<id>`. */
  readonly _id: string;
  readonly owner: string;
  readonly versions: readonly StoredVersion[];
  /** The versions before the last write. That write dropped those that are missing in `versions`. */
  readonly previous: readonly StoredVersion[];
}

/** Maximum number of attempts at a read. A concurrent writer may drop the document that is about to be read. */
const READ_ATTEMPTS = 3;
/** Most attempts at a write. Two first writers of one record may collide; the second attempt finds the record. */
const WRITE_ATTEMPTS = 3;

export const recordIndexes = (collection: string): CollectionIndexes => ({
  collection,
  indexes: [{ key: { owner: 1, updated_at: -1, _id: 1 }, name: 'newest' }],
});

export function createRecords<Meta extends object, Kind extends 'scenario' | 'network'>(
  db: Db,
  collection: string,
  kind: Kind,
): Records<Meta, DocumentTypes[Kind]> {
  const records = db.collection<StoredRecord>(collection);
  const documents = createDocuments(db);

  /** Applies `update` if `filter` still matches the record, and deletes the documents of versions that are dropped. */
  async function apply(filter: Filter<StoredRecord>, update: Document, upsert: boolean, tx: Transaction) {
    const write = () =>
      records.findOneAndUpdate(filter, [{ $set: update }], { upsert, returnDocument: 'after', ...tx });
    // Within a transaction the write is not retried, because the transaction is retried as a whole.
    const after = await (tx.session ? write() : retried(write));
    if (!after) return null;
    const live = new Set(after.versions.map(({ document }) => document));
    const dropped = after.previous.map(({ document }) => document).filter((document) => !live.has(document));
    await documents.delete(kind, dropped, tx);
    return { isNew: after.previous.length === 0, record: toRecord<Meta>(after) };
  }

  async function add(
    filter: Filter<StoredRecord>,
    update: Document,
    owner: string,
    { content, expected }: AnyChange<Kind>,
    at: Date,
    tx: Transaction,
  ) {
    const entry: StoredVersion = { version: content.sha256, created_at: at, document: randomUUID() };
    await documents.putPacked(kind, entry.document, content, owner, tx);
    const versions = versionsWith(entry);
    const stored = await apply(filter, { ...update, versions }, expected === undefined, tx);
    if (!stored) await documents.delete(kind, [entry.document], tx);
    return stored;
  }

  const find = (owner: string, id: string) => records.findOne({ _id: keyOf(owner, id) });

  return {
    async put(owner, id, change, at, tx = {}): Promise<StoredChange<Meta> | null> {
      const { sha256 } = change.content;
      const filter = filterOf(owner, id, change.expected);
      const update = recordUpdate(owner, id, change, at);
      // Reads first, because a read does not wait for the disk, while a write without a match may have to wait.
      const exists = (await find(owner, id))?.versions.some(({ version }) => version === sha256);
      const reuse = { ...update, versions: versionsFrom(sha256) };
      const reused = exists ? await apply({ ...filter, 'versions.version': sha256 }, reuse, false, tx) : null;
      return reused ?? add(filter, update, owner, change, at, tx);
    },
    find: async (owner, id) => toRecordOrNull<Meta>(await find(owner, id)),
    async read(owner, id, version) {
      for (let attempt = 0; attempt < READ_ATTEMPTS; attempt++) {
        const stored = await find(owner, id);
        const requested = version ?? stored?.version;
        const entry = stored?.versions.find((other) => other.version === requested);
        if (!stored || !entry) return null;
        const content = await documents.get(kind, entry.document);
        if (content) return { record: toRecord<Meta>(stored), content };
      }
      return null;
    },
    async list(owner, limit, offset) {
      const newest = records.find({ owner }).sort({ updated_at: -1, _id: 1 });
      const [page, total] = await Promise.all([
        newest.skip(offset).limit(limit).toArray(),
        records.countDocuments({ owner }),
      ]);
      return { records: page.map((stored) => toRecord<Meta>(stored)), total };
    },
    async among(owner, ids) {
      const keys = ids.map((id) => keyOf(owner, id));
      const matches = await records.find({ _id: { $in: keys } }, { projection: { id: 1 } }).toArray();
      return new Set(matches.map(({ id }) => id));
    },
    async delete(owner, id, tx = {}) {
      const stored = await records.findOneAndDelete({ _id: keyOf(owner, id) }, tx);
      await documents.delete(kind, stored?.versions.map(({ document }) => document) ?? [], tx);
      return toRecordOrNull<Meta>(stored);
    },
  };
}

type AnyChange<Kind extends keyof DocumentTypes> = RecordChange<object, DocumentTypes[Kind]>;

const keyOf = (owner: string, id: string): string => `${owner}/${id}`;

const filterOf = (owner: string, id: string, expected: string | undefined): Filter<StoredRecord> => ({
  _id: keyOf(owner, id),
  ...(expected !== undefined && { version: expected }),
});

async function retried<T>(write: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await write();
    } catch (error) {
      if (!isDuplicateKey(error) || attempt === WRITE_ATTEMPTS) throw error;
    }
  }
}

/** The cast is safe because the record contains the `Meta` that `put` stored. */
const toRecord = <Meta extends object>(stored: StoredRecord): OwnedRecord<Meta> => ({
  id: stored.id,
  owner: stored.owner,
  meta: stored.meta as Meta,
  version: stored.version,
  versions: stored.versions.map(({ version, created_at }) => ({ version, created_at })),
  created_at: stored.created_at,
  updated_at: stored.updated_at,
});

const toRecordOrNull = <Meta extends object>(stored: StoredRecord | null): OwnedRecord<Meta> | null =>
  stored && toRecord<Meta>(stored);

interface StoredVersion extends Version {
  /** Id of the document with the content. */
  readonly document: string;
}

export const KEPT_VERSIONS = 20;

const VERSIONS = { $ifNull: ['$versions', []] };

/** The fields of a record after a change, except `versions`. */
function recordUpdate<Meta extends object>(
  owner: string,
  id: string,
  { meta, defaults, content }: RecordChange<Meta, unknown>,
  at: Date,
): Document {
  const metaFields = new Map<string, unknown>(Object.entries(meta));
  const metaField = ([name, value]: [string, unknown]) => [
    name,
    metaFields.has(name) ? literal(metaFields.get(name)) : { $ifNull: [`$meta.${name}`, literal(value)] },
  ];
  return {
    owner: literal(owner),
    id: literal(id),
    meta: Object.fromEntries(Object.entries(defaults).map(metaField)),
    version: literal(content.sha256),
    previous: VERSIONS,
    created_at: { $ifNull: ['$created_at', at] },
    updated_at: at,
  };
}

/** The existing versions after a new one. An existing version with equal content is replaced. */
const versionsWith = (entry: StoredVersion): Document => ({
  $slice: [{ $concatArrays: [[literal(entry)], versionsThat('$ne', entry.version)] }, KEPT_VERSIONS],
});

/** The existing versions, with the given version first. */
const versionsFrom = (version: string): Document => ({
  $concatArrays: [versionsThat('$eq', version), versionsThat('$ne', version)],
});

const versionsThat = (comparison: '$eq' | '$ne', version: string): Document => ({
  $filter: { input: VERSIONS, cond: { [comparison]: ['$$this.version', version] } },
});

/** Quotes client text that begins with `$`, which a pipeline would read as a field or an operator. */
const literal = ($literal: unknown): Document => ({ $literal });
