/**
 * The large parts of a job (payload, result, incumbent) and of stored records as gzipped JSON: in one
 * document while small, in GridFS beyond. Writing one again replaces it.
 */

import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { gzip, gzipSync } from 'node:zlib';
import { Binary, type Db, GridFSBucket, type GridFSFile } from 'mongodb';
import { withoutProfiles } from '../temporal/case/arithmetic/profiles.ts';
import type { ConvergencePoint } from '../temporal/case/messages/convergence.ts';
import type { SolveResult } from '../temporal/case/messages/result.ts';
import type { Incumbent, SavedRelaxation, WarmStart } from '../temporal/case/messages/warm-start.ts';
import type { NetworkContent } from '../temporal/case/network-schema.ts';
import type { SolvePayload } from '../temporal/case/schema.ts';
import type { CollectionIndexes } from './indexes.ts';
import { readDocuments, type StoredDocument } from './read-documents.ts';
import { byOwner } from './stored-bytes.ts';
import type { Transaction } from './transaction.ts';

export interface DocumentTypes {
  payload: SolvePayload;
  result: SolveResult;
  incumbent: Incumbent;
  /** How the search of a running job has gone so far; a result has its own. */
  convergence: ConvergencePoint[];
  /** What the solve of a window begins with. */
  warm_start: WarmStart;
  /** For the solves of similar cases. */
  relaxation: SavedRelaxation;
  scenario: SolvePayload;
  network: NetworkContent;
}
type Kind = keyof DocumentTypes;

/** Largest compressed size kept in the document itself, bytes; MongoDB's limit is 16 MiB. */
const INLINE_BYTES = 4 * 1024 * 1024;

export const documentIndexes: CollectionIndexes = {
  collection: 'documents',
  indexes: [{ key: { job_id: 1 } }, { key: { expires_at: 1 }, expireAfterSeconds: 0 }, byOwner],
};

const FASTEST = { level: 1 };
/** Packed by the thread that has it, within a millisecond or two. */
const PACKED_NOW_BYTES = 256 * 1024;

export type Documents = ReturnType<typeof createDocuments>;

export function createDocuments(db: Db) {
  const documents = db.collection<StoredDocument>('documents');
  const files = new GridFSBucket(db, { bucketName: 'documents' });
  const reading = readDocuments(documents, files);
  async function putPacked<K extends Kind>(
    kind: K,
    jobId: string,
    packed: PackedDocument<DocumentTypes[K]>,
    userId?: string,
    tx: Transaction = {},
  ): Promise<void> {
    const { filter, update, upsert } = await writeOf(files, kind, jobId, packed, userId);
    await documents.updateOne(filter, update, { upsert, ...tx });
  }
  async function getStored<K extends Kind>(kind: K, jobId: string): Promise<DocumentTypes[K] | undefined> {
    const json = await reading.getText(`${kind}/${jobId}`);
    return json && JSON.parse(json.toString('utf8'));
  }
  return {
    put: async <K extends Kind>(kind: K, jobId: string, value: DocumentTypes[K]): Promise<void> =>
      putPacked(kind, jobId, await packDocument(value)),
    putPacked,
    async get<K extends Kind>(kind: K, jobId: string): Promise<DocumentTypes[K] | undefined> {
      const stored = await getStored(kind, jobId);
      return stored && (kind === 'payload' || kind === 'scenario') ? withoutProfiles(stored) : stored;
    },
    /** The document as it was stored, in whatever spelling: what is signed has the hash of this. */
    getStored,
    /** The JSON text. Throws `LargeDocument`. */
    getText: (kind: Kind, jobId: string) => reading.getText(`${kind}/${jobId}`),
    /** The JSON text for who passes it on. */
    openText: (kind: Kind, jobId: string) => reading.openText(`${kind}/${jobId}`),
    /**
     * Starts the retention period of everything a job stored, and from here on counts it as its user's; with `last`, what
     * it leaves at its end, in the same write.
     */
    async expire(
      jobId: string,
      userId: string,
      at: Date,
      last: PackedDocuments = {},
      tx: Transaction = {},
    ): Promise<void> {
      const writes = await Promise.all(
        Object.entries(last).map(([kind, packed]) => writeOf(files, kind as Kind, jobId, packed)),
      );
      const update = { $set: { expires_at: at, user_id: userId } };
      const expiry = { updateMany: { filter: { job_id: jobId }, update } };
      await documents.bulkWrite([...writes.map((updateOne) => ({ updateOne })), expiry], tx);
    },
    /** Ends the retention period that `expire` began. */
    async keep(jobId: string): Promise<void> {
      await documents.updateMany({ job_id: jobId }, { $unset: { expires_at: 1 } });
    },
    /**
     * Deletes documents that nothing refers to, so that a deletion lost in a crash does no harm and is not
     * waited for. Their GridFS files go with the next `deleteOrphans`.
     */
    async delete(kind: Kind, ids: readonly string[], { session }: Transaction = {}): Promise<void> {
      if (ids.length === 0) return;
      const _id = { $in: ids.map((id) => `${kind}/${id}`) };
      // In a transaction they go with what referred to them.
      await documents.deleteMany({ _id }, session ? { session } : { writeConcern: { w: 1, journal: false } });
    },
    /** Deletes everything that a job stored. Its GridFS files go with the next `deleteOrphans`. */
    async deleteOf(jobId: string, tx: Transaction = {}): Promise<void> {
      await documents.deleteMany({ job_id: jobId }, tx);
    },
    /** Deletes GridFS files from before `before` whose document is gone (TTL indexes do not reach them). */
    async deleteOrphans(before: Date, limit: number): Promise<number> {
      const orphans = await db
        .collection<GridFSFile>('documents.files')
        .aggregate<Pick<GridFSFile, '_id'>>([
          { $match: { uploadDate: { $lt: before } } },
          { $lookup: { from: 'documents', localField: 'filename', foreignField: '_id', as: 'owners' } },
          { $match: { owners: [] } },
          { $limit: limit },
          { $project: { _id: 1 } },
        ])
        .toArray();
      for (const { _id } of orphans) await files.delete(_id);
      return orphans.length;
    },
  };
}

/** The write of a document; what is large is in its file by then. */
async function writeOf(
  files: GridFSBucket,
  kind: Kind,
  jobId: string,
  { bytes }: Pick<PackedDocument<unknown>, 'bytes'>,
  userId?: string,
) {
  const _id = `${kind}/${jobId}`;
  if (bytes.length > INLINE_BYTES) await pipeline(Readable.from([bytes]), files.openUploadStream(_id));
  const data = bytes.length > INLINE_BYTES ? _id : new Binary(bytes);
  const owner = userId !== undefined && { user_id: userId };
  const stored = { job_id: jobId, data, bytes: bytes.length, ...owner };
  return { filter: { _id }, update: { $set: stored }, upsert: true };
}

/** A value as it is stored: gzipped JSON and the hash of that JSON, made once for however many writes. */
export interface PackedDocument<T> {
  readonly value: T;
  /** SHA-256 of the JSON text, hex. */
  readonly sha256: string;
  /** The JSON text, gzipped. */
  readonly bytes: Buffer;
}

/** Documents of one job by their kinds. */
export type PackedDocuments = { readonly [K in Kind]?: PackedDocument<DocumentTypes[K]> };

/** Compressed by another thread, but for what is small. */
export async function packDocument<T>(value: T): Promise<PackedDocument<T>> {
  const json = Buffer.from(JSON.stringify(value));
  const sha256 = createHash('sha256').update(json).digest('hex');
  const bytes =
    json.length <= PACKED_NOW_BYTES ? gzipSync(json, FASTEST) : await promisify(gzip)(json, FASTEST);
  return { value, sha256, bytes };
}
