/**
 * How many bytes each user keeps. What takes room says whose it is and how large, under an index of its own, so that a sum
 * reads no document and what expires counts no longer. What a version before stored is given its owner by the sweep.
 */
import { BSON, type Db, type Document, type IndexDescription } from 'mongodb';
import { LARGEST_RECORD, LargeRecord } from './errors.ts';

/** The index that a sum is read from; every collection that counts has it. */
export const byOwner: IndexDescription = { key: { user_id: 1, bytes: 1 }, name: 'owner' };

/** Collection -> the id of the run, or of the version of a record, that a document belongs to; chains follow a stroke. */
const RUN_OF = {
  documents: '$job_id',
  explanations: '$_id',
  windows: '$execution_id',
  window_parts: '$execution_id',
  scenario_runs: '$experiment_id',
} as const;
type Collection = keyof typeof RUN_OF;
const COLLECTIONS = Object.keys(RUN_OF) as Collection[];
/** Records that have named their user from the first version on, and their size from this one on. */
const RECORDS = [
  'jobs',
  'experiments',
  'executions',
  'configs',
  'schedules',
  'schedule_entries',
  'webhook_deliveries',
] as const;

/** A record with its size as it is when it is stored. Throws `LargeRecord`. */
export function sized<T extends object>(
  record: T,
  { most = LARGEST_RECORD }: { readonly most?: number } = {},
): T & { readonly bytes: number } {
  const bytes = BSON.calculateObjectSize(record);
  if (bytes > most) throw new LargeRecord(bytes, most);
  return { ...record, bytes };
}

/** Projection of readers: the size is for sums, and no part of a record. */
export const WITHOUT_SIZE = { projection: { bytes: 0 } };

/** Sets the size of a small document beside other changes. */
export const withSize = (changes: Document): Document[] => [
  { $set: changes },
  { $set: { bytes: { $bsonSize: '$$ROOT' } } },
];

interface Unowned {
  readonly _id: string;
  readonly run: string;
  readonly bytes: number;
  /** Name of the file that holds it; empty when it holds itself. */
  readonly file: string;
}

const BATCH = 500;
/** Most batches of one collection in one go. */
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
  /** Returns how many there were. */
  async function nameSome(collection: Collection): Promise<number> {
    const found = await unowned(collection);
    if (found.length === 0) return 0;
    const owners = await ownersOf(db, [...new Set(found.map(({ run }) => run))]);
    const sizes = await fileSizes(
      db,
      found.flatMap(({ file }) => file || []),
    );
    const writes = found.map(({ _id, run, bytes, file }) => {
      const own = { user_id: owners.get(run) ?? NOBODY, bytes: sizes.get(file) ?? bytes };
      return { updateOne: { filter: { _id: _id as never, user_id: null }, update: { $set: own } } };
    });
    await db.collection(collection).bulkWrite(writes, { ordered: false });
    return found.length;
  }
  return {
    /** Bytes as they are stored, gzipped for the most part. What belongs to an open run counts from its end. */
    async of(userId: string): Promise<number> {
      const [first = '', ...others] = [...COLLECTIONS, ...RECORDS];
      const add = { $group: { _id: null, bytes: { $sum: '$bytes' } } };
      const pipeline = [{ $match: { user_id: userId } }, add];
      const steps = [...pipeline, ...others.map((coll) => ({ $unionWith: { coll, pipeline } })), add];
      const [sum] = await db.collection(first).aggregate<{ readonly bytes: number }>(steps).toArray();
      return sum?.bytes ?? 0;
    },
    /** Gives what a version before stored its owner and size, some at a time; returns of how much. */
    async nameOwners(): Promise<number> {
      let named = 0;
      for (const collection of COLLECTIONS) {
        for (let batch = 0; batch < MOST_BATCHES; batch++) {
          const count = await nameSome(collection);
          named += count;
          if (count < BATCH) break;
        }
      }
      return named;
    },
  };
}

const toUnowned = ({ _id, run, bytes, file }: Document): Unowned => ({
  _id,
  run: String(run).split('/')[0] ?? '',
  bytes,
  file,
});

/** Run, or version of a scenario or network -> user. */
async function ownersOf(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const owners = new Map<string, string>();
  for (const name of ['jobs', 'experiments', 'executions']) {
    const runs = db.collection<{ _id: string; user_id: string }>(name);
    const found = runs.find({ _id: { $in: [...ids] } }, { projection: { user_id: 1 } });
    for await (const { _id, user_id } of found) owners.set(_id, user_id);
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

/** File -> bytes; the newest of a name is the one that is read. */
async function fileSizes(db: Db, names: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (names.length === 0) return new Map();
  const files = db.collection<{ filename: string; length: number }>('documents.files');
  const found = await files
    .find({ filename: { $in: [...names] } })
    .sort({ uploadDate: 1 })
    .toArray();
  return new Map(found.map(({ filename, length }) => [filename, length]));
}
