/**
 * Bytes of stored data of each user. A stored document contains its owner and size, and a separate index holds both, so
 * that a sum reads no documents and expired documents do not count. The workflow `sweep` adds owners to documents of
 * older versions.
 */
import { BSON, type Db, type Document, type IndexDescription } from 'mongodb';
import { LARGEST_RECORD, LargeRecord } from './errors.ts';

/** The index from which sums are read; every counted collection has it. */
export const byOwner: IndexDescription = { key: { user_id: 1, bytes: 1 }, name: 'owner' };

/**
 * Collection -> id of the run, or of the version of a record, to which a document belongs. The id of a window may end
 * in a slash and the name of its chain.
 */
const RUN_OF = {
  documents: '$job_id',
  explanations: '$_id',
  windows: '$execution_id',
  window_parts: '$execution_id',
  scenario_runs: '$experiment_id',
} as const;
type Collection = keyof typeof RUN_OF;
const COLLECTIONS = Object.keys(RUN_OF) as Collection[];
/** Collections whose records have always had an owner; their size is stored only by newer versions. */
const RECORDS = [
  'jobs',
  'experiments',
  'executions',
  'connection_studies',
  'configs',
  'schedules',
  'schedule_entries',
  'webhook_deliveries',
] as const;

/** A record with its stored size. Throws `LargeRecord`. */
export function sized<T extends object>(
  record: T,
  { most = LARGEST_RECORD }: { readonly most?: number } = {},
): T & { readonly bytes: number } {
  const bytes = BSON.calculateObjectSize(record);
  if (bytes > most) throw new LargeRecord(bytes, most);
  return { ...record, bytes };
}

/** Projection for readers: the size serves sums only, and is not part of a record. */
export const WITHOUT_SIZE = { projection: { bytes: 0 } };

/** Sets the size of a small document together with other changes. */
export const withSize = (changes: Document): Document[] => [
  { $set: changes },
  { $set: { bytes: { $bsonSize: '$$ROOT' } } },
];

interface Unowned {
  readonly _id: string;
  readonly run: string;
  readonly bytes: number;
  /** Name of the document's GridFS file; empty if the document contains the data. */
  readonly file: string;
}

const BATCH = 500;
/** Maximum number of batches of one collection per call. */
const MOST_BATCHES = 4;
const NOBODY = '';

export type StoredBytes = ReturnType<typeof createStoredBytes>;

export function createStoredBytes(db: Db) {
  const unowned = (collection: Collection): Promise<Unowned[]> => {
    const file = { $cond: [{ $eq: [{ $type: '$data' }, 'string'] }, '$data', ''] };
    const projection = { run: RUN_OF[collection], bytes: { $bsonSize: '$$ROOT' }, file };
    const before = { user_id: null, bytes: null };
    return db.collection(collection).find(before, { projection }).limit(BATCH).map(toUnowned).toArray();
  };
  /** Adds owners in one batch. Returns the number of documents that had none. */
  async function nameSome(collection: Collection): Promise<number> {
    const documents = await unowned(collection);
    if (documents.length === 0) return 0;
    const owners = await ownersOf(db, [...new Set(documents.map(({ run }) => run))]);
    const sizes = await fileSizes(
      db,
      documents.flatMap(({ file }) => file || []),
    );
    const writes = documents.map(({ _id, run, bytes, file }) => {
      const ownerAndSize = { user_id: owners.get(run) ?? NOBODY, bytes: sizes.get(file) ?? bytes };
      return { updateOne: { filter: { _id: _id as never, user_id: null }, update: { $set: ownerAndSize } } };
    });
    await db.collection(collection).bulkWrite(writes, { ordered: false });
    return documents.length;
  }
  return {
    /** Bytes that a user has stored, mostly gzipped. Documents of an open run count from the end of the run. */
    async of(userId: string): Promise<number> {
      const [first = '', ...others] = [...COLLECTIONS, ...RECORDS];
      const add = { $group: { _id: null, bytes: { $sum: '$bytes' } } };
      const pipeline = [{ $match: { user_id: userId } }, add];
      const steps = [...pipeline, ...others.map((coll) => ({ $unionWith: { coll, pipeline } })), add];
      const [sum] = await db.collection(first).aggregate<{ readonly bytes: number }>(steps).toArray();
      return sum?.bytes ?? 0;
    },
    /** Adds owner and size to documents of older versions, in batches. Returns the number of these documents. */
    async nameOwners(): Promise<number> {
      let assigned = 0;
      for (const collection of COLLECTIONS) {
        for (let batch = 0; batch < MOST_BATCHES; batch++) {
          const count = await nameSome(collection);
          assigned += count;
          if (count < BATCH) break;
        }
      }
      return assigned;
    },
  };
}

const toUnowned = ({ _id, run, bytes, file }: Document): Unowned => ({
  _id,
  run: String(run).split('/')[0] ?? '',
  bytes,
  file,
});

/** Id of a run, or of a version of a scenario or network -> user. */
async function ownersOf(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const owners = new Map<string, string>();
  for (const name of ['jobs', 'experiments', 'executions', 'connection_studies']) {
    const runs = db.collection<{ _id: string; user_id: string }>(name);
    const cursor = runs.find({ _id: { $in: [...ids] } }, { projection: { user_id: 1 } });
    for await (const { _id, user_id } of cursor) owners.set(_id, user_id);
  }
  const rest = ids.filter((id) => !owners.has(id));
  for (const name of rest.length > 0 ? ['scenarios', 'networks'] : []) {
    const records = db.collection<{ owner: string; versions: { document: string }[] }>(name);
    const projection = { owner: 1, 'versions.document': 1 };
    for await (const { owner, versions } of records.find(
      { 'versions.document': { $in: rest } },
      { projection },
    ))
      for (const { document } of versions) owners.set(document, owner);
  }
  return owners;
}

/** File name -> bytes; of files with the same name, the newest counts. */
async function fileSizes(db: Db, names: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (names.length === 0) return new Map();
  const files = db.collection<{ filename: string; length: number }>('documents.files');
  const byDate = await files
    .find({ filename: { $in: [...names] } })
    .sort({ uploadDate: 1 })
    .toArray();
  return new Map(byDate.map(({ filename, length }) => [filename, length]));
}
