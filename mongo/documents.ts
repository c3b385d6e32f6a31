/**
 * The large parts of a job (payload, result, incumbent) and of stored records as gzipped JSON: in one
 * document while small, in GridFS beyond. Writing one again replaces it.
 */

import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { pipeline as chain, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGunzip, gunzip, gunzipSync, gzip, gzipSync } from 'node:zlib';
import { Binary, type Db, GridFSBucket, type GridFSFile } from 'mongodb';
import type { ConvergencePoint } from '../temporal/case/messages/convergence.ts';
import type { NetworkContent } from '../temporal/case/messages/network-record.ts';
import type { SolvePayload } from '../temporal/case/messages/payload.ts';
import type { SolveResult } from '../temporal/case/messages/result.ts';
import type { Incumbent, SavedRelaxation, WarmStart } from '../temporal/case/messages/warm-start.ts';
import type { CollectionIndexes } from './indexes.ts';
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

interface StoredDocument {
  /** `<kind>/<job id>` */
  readonly _id: string;
  /** For a scenario or network the id of one version, which nobody else refers to. */
  readonly job_id: string;
  /** gzipped JSON, or the GridFS file name that holds it. */
  readonly data: Binary | string;
  /** Size of the gzipped data; absent in documents older than the field. */
  readonly bytes?: number;
  /** Whose it is, for `stored-bytes.ts`: known of a version at once, of a run when it has ended. */
  readonly user_id?: string;
  readonly expires_at?: Date;
}

/** Largest compressed size kept in the document itself, bytes; MongoDB's limit is 16 MiB. */
const INLINE_BYTES = 4 * 1024 * 1024;

export const documentIndexes: CollectionIndexes = {
  collection: 'documents',
  indexes: [{ key: { job_id: 1 } }, { key: { expires_at: 1 }, expireAfterSeconds: 0 }, byOwner],
};

const FASTEST = { level: 1 };
/** Expanded at one go, which takes less than another thread would. */
const SMALL_BYTES = 4 * 1024;
/** In pieces of the usual 16 kB a large document takes twice as long. */
const CHUNK_BYTES = 64 * 1024;
const expand = async (bytes: Uint8Array): Promise<Buffer> =>
  bytes.length <= SMALL_BYTES ? gunzipSync(bytes) : promisify(gunzip)(bytes, { chunkSize: CHUNK_BYTES });

/** Parsed, and worked on, within some milliseconds. */
const BRIEF_BYTES = 64 * 1024;
/** Packed by the thread that has it, within a millisecond or two. */
const PACKED_NOW_BYTES = 256 * 1024;
const brief = new AsyncLocalStorage<true>();

/** Whether work is to be brief. */
export const isBrief = (): boolean => brief.getStore() === true;

/** Thrown where work must be brief: the document is to be read where it may take its time. */
export class LargeDocument extends Error {
  constructor() {
    super('The document is too large to be read beside other work');
    this.name = 'LargeDocument';
  }
}

/** Work that shares its event loop with that of others: a large document that it reads is refused, `LargeDocument`. */
export const briefly = <T>(work: () => T): T => brief.run(true, work);

/** A text that is whole where it is small, else comes piece by piece. */
export interface OpenText {
  readonly text: Buffer | Readable;
  /** In memory until it has been read to its end. */
  readonly bytes: number;
}

/** A chunk of GridFS. */
const FILE_PIECE_BYTES = 255 * 1024;
/** The last bytes of gzip tell how long its content is (RFC 1952, section 2.3.1). */
const SIZE_BYTES = 4;

function isLarge({ data }: Pick<StoredDocument, 'data'>): boolean {
  if (typeof data === 'string') return true;
  const packed = Buffer.from(data.buffer);
  return packed.readUInt32LE(packed.length - SIZE_BYTES) > BRIEF_BYTES;
}

async function openStored(stored: StoredDocument, files: GridFSBucket): Promise<OpenText> {
  const { data } = stored;
  if (typeof data !== 'string' && !isLarge(stored)) return { text: await expand(data.buffer), bytes: 0 };
  const packed =
    typeof data === 'string' ? files.openDownloadStreamByName(data) : Readable.from([data.buffer]);
  const bytes = typeof data === 'string' ? FILE_PIECE_BYTES : data.length();
  // A failure shows at the stream that is returned.
  return { text: chain(packed, createGunzip({ chunkSize: CHUNK_BYTES }), () => undefined), bytes };
}

export type Documents = ReturnType<typeof createDocuments>;

export function createDocuments(db: Db) {
  const documents = db.collection<StoredDocument>('documents');
  const files = new GridFSBucket(db, { bucketName: 'documents' });
  const find = (kind: Kind, jobId: string) => documents.findOne({ _id: `${kind}/${jobId}` });
  const readFile = (name: string): Promise<Buffer> => buffer(files.openDownloadStreamByName(name));
  async function getText(kind: Kind, jobId: string): Promise<Buffer | undefined> {
    const stored = await find(kind, jobId);
    if (!stored) return undefined;
    if (isBrief() && isLarge(stored)) throw new LargeDocument();
    return expand(typeof stored.data === 'string' ? await readFile(stored.data) : stored.data.buffer);
  }
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
  return {
    put: async <K extends Kind>(kind: K, jobId: string, value: DocumentTypes[K]): Promise<void> =>
      putPacked(kind, jobId, await packDocument(value)),
    putPacked,
    async get<K extends Kind>(kind: K, jobId: string): Promise<DocumentTypes[K] | undefined> {
      const json = await getText(kind, jobId);
      return json && JSON.parse(json.toString('utf8'));
    },
    /** The JSON text. */
    getText,
    /** The JSON text for who passes it on. */
    async openText(kind: Kind, jobId: string): Promise<OpenText | undefined> {
      const stored = await find(kind, jobId);
      return stored ? openStored(stored, files) : undefined;
    },
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
