/** Reads stored documents: whole, or as a stream if large; and keeps large work off a busy event loop. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { pipeline as chain, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { createGunzip, gunzip, gunzipSync } from 'node:zlib';
import { Binary, type Collection, type GridFSBucket } from 'mongodb';

export interface StoredDocument {
  /** `<kind>/<job id>` */
  readonly _id: string;
  /** Id of a job; for a scenario or network the id of one version, referenced only by that version. */
  readonly job_id: string;
  /** Gzipped JSON, or the name of the GridFS file with it. */
  readonly data: Binary | string;
  /** Size of the gzipped data; absent in documents older than the field. */
  readonly bytes?: number;
  /** Owner, for `stored-bytes.ts`: set immediately for a version, at the end for a run. */
  readonly user_id?: string;
  readonly expires_at?: Date;
}

/** Largest size decompressed synchronously, bytes: it takes less time than another thread. */
const SMALL_BYTES = 4 * 1024;
/** Chunks of the default 16 kB double the time for a large document. */
const CHUNK_BYTES = 64 * 1024;
const expand = async (bytes: Uint8Array): Promise<Buffer> =>
  bytes.length <= SMALL_BYTES ? gunzipSync(bytes) : promisify(gunzip)(bytes, { chunkSize: CHUNK_BYTES });

/** Largest size parsed and processed within a few milliseconds, bytes. */
const BRIEF_BYTES = 64 * 1024;
const brief = new AsyncLocalStorage<true>();

/** True if the current work must be brief. */
export const isBrief = (): boolean => brief.getStore() === true;

/** Thrown for a large document where work must be brief: the caller reads it elsewhere. */
export class LargeDocument extends Error {
  constructor() {
    super('The document is too large to be read here');
    this.name = 'LargeDocument';
  }
}

/** Runs work on a shared event loop: reads of large documents throw `LargeDocument`. */
export const briefly = <T>(work: () => T): T => brief.run(true, work);

/** A small text as a whole, or a large one as a stream that reads it on demand. */
export interface OpenText {
  readonly text: Buffer | Readable;
  /** Memory used until the end of the read, bytes. */
  readonly bytes: number;
}

/** Largest batch of a GridFS cursor, bytes. */
const BATCH_BYTES = 16 * 1024 * 1024;
/** The last bytes of gzip hold the size of the content (RFC 1952, section 2.3.1). */
const SIZE_BYTES = 4;

function isLarge(data: StoredDocument['data']): boolean {
  if (typeof data === 'string') return true;
  const packed = Buffer.from(data.buffer);
  return packed.readUInt32LE(packed.length - SIZE_BYTES) > BRIEF_BYTES;
}

export function readDocuments(documents: Collection<StoredDocument>, files: GridFSBucket) {
  const find = (_id: string) => documents.findOne({ _id });
  /** Omits the data of a document that is large even when packed. */
  const findSmall = (_id: string) =>
    documents.findOne<Pick<StoredDocument, 'bytes'> & Partial<Pick<StoredDocument, 'data'>>>(
      { _id },
      { projection: { bytes: 1, data: { $cond: [{ $lte: ['$bytes', BRIEF_BYTES] }, '$data', '$$REMOVE'] } } },
    );
  const openFile = (name: string): AsyncIterable<Uint8Array> => files.openDownloadStreamByName(name);
  async function* readPacked(id: string): AsyncGenerator<Uint8Array> {
    const stored = await find(id);
    if (!stored) throw new Error(`${id} is gone`);
    if (typeof stored.data === 'string') yield* openFile(stored.data);
    else yield stored.data.buffer;
  }
  return {
    /** Returns the JSON text. Throws `LargeDocument`. */
    async getText(id: string): Promise<Buffer | undefined> {
      const stored = isBrief() ? await findSmall(id) : await find(id);
      if (!stored) return undefined;
      const { data } = stored;
      if (data === undefined || (isBrief() && isLarge(data))) throw new LargeDocument();
      return expand(typeof data === 'string' ? await buffer(openFile(data)) : data.buffer);
    },
    /** Returns the JSON text as a stream to pass on. */
    async openText(id: string): Promise<OpenText | undefined> {
      const stored = await findSmall(id);
      if (!stored) return undefined;
      const { data, bytes = 0 } = stored;
      if (data instanceof Binary && !isLarge(data)) return { text: await expand(data.buffer), bytes: 0 };
      // Failures appear on the returned stream.
      const text = chain(
        Readable.from(readPacked(id)),
        createGunzip({ chunkSize: CHUNK_BYTES }),
        () => undefined,
      );
      return { text, bytes: Math.min(bytes, BATCH_BYTES) };
    },
  };
}
