/**
 * The large parts of jobs (payload, result, incumbent) and of stored records, as gzipped JSON. A small part is in the
 * document itself, a large one in a GridFS file. Writing a part again replaces it.
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
  /** Convergence of a running search; after the end, it is part of the result. */
  convergence: ConvergencePoint[];
  /** Warm start for the solve of a window. */
  warm_start: WarmStart;
  /** Relaxation from which similar cases may start. */
  relaxation: SavedRelaxation;
  scenario: SolvePayload;
  network: NetworkContent;
}
type Kind = keyof DocumentTypes;

/** Largest compressed data that the document itself holds, bytes; MongoDB's limit is 16 MiB. */
const INLINE_BYTES = 4 * 1024 * 1024;

export const documentIndexes: CollectionIndexes = {
  collection: 'documents',
  indexes: [{ key: { job_id: 1 } }, { key: { expires_at: 1 }, expireAfterSeconds: 0 }, byOwner],
};

const FASTEST = { level: 1 };
/** Largest JSON that is compressed in the calling thread, bytes; this takes a millisecond or two. */
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
    /** The document exactly as stored, whose hash is signed. */
    getStored,
    /** The JSON text of a document. Throws `LargeDocument`. */
    getText: (kind: Kind, jobId: string) => reading.getText(`${kind}/${jobId}`),
    /** The JSON text of a document, as a stream to pass on. */
    openText: (kind: Kind, jobId: string) => reading.openText(`${kind}/${jobId}`),
    /**
     * Starts the retention period of all documents of a job, and charges them to its user's quota of stored data.
     * `last`: documents that are stored in the same write.
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
    /** Ends the retention period that `expire` started. */
    async keep(jobId: string): Promise<void> {
      await documents.updateMany({ job_id: jobId }, { $unset: { expires_at: 1 } });
    },
    /**
     * Deletes documents to which nothing refers. Does not wait for the result, because a deletion that a crash loses
     * does no harm. The next `deleteOrphans` deletes their GridFS files.
     */
    async delete(kind: Kind, ids: readonly string[], { session }: Transaction = {}): Promise<void> {
      if (ids.length === 0) return;
      const _id = { $in: ids.map((id) => `${kind}/${id}`) };
      // In a transaction, documents are deleted together with the references to them.
      await documents.deleteMany({ _id }, session ? { session } : { writeConcern: { w: 1, journal: false } });
    },
    /** Deletes all documents of a job. The next `deleteOrphans` deletes their GridFS files. */
    async deleteOf(jobId: string, tx: Transaction = {}): Promise<void> {
      await documents.deleteMany({ job_id: jobId }, tx);
    },
    /** Deletes GridFS files older than `before` whose document is gone, since TTL indexes do not cover files. */
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

/** The write of a document. A large document has been written to its file before. */
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

/** A packed document: gzipped JSON and the hash of the JSON. It may be written several times. */
export interface PackedDocument<T> {
  readonly value: T;
  /** SHA-256 of the JSON text, hex. */
  readonly sha256: string;
  /** The JSON text, gzipped. */
  readonly bytes: Buffer;
}

/** Packed documents of one job, by kind. */
export type PackedDocuments = { readonly [K in Kind]?: PackedDocument<DocumentTypes[K]> };

/** Packs a value: a small one in this thread, any other in another thread. */
export async function packDocument<T>(value: T): Promise<PackedDocument<T>> {
  const json = Buffer.from(JSON.stringify(value));
  const sha256 = createHash('sha256').update(json).digest('hex');
  const bytes =
    json.length <= PACKED_NOW_BYTES ? gzipSync(json, FASTEST) : await promisify(gzip)(json, FASTEST);
  return { value, sha256, bytes };
}
