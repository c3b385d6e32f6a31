/** Reads stored documents, whole or, if large, as a stream. Keeps large work off a busy event loop. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { pipeline as chain, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { createGunzip, gunzip, gunzipSync } from 'node:zlib';
import { Binary, type Collection, type GridFSBucket } from 'mongodb';

export interface StoredDocument {
  /** Id of the document, `<kind>/<job id>`. */
  readonly _id: string;
  /** Id of a job; for a scenario or network, the id of the one version that refers to the document. */
  readonly job_id: string;
  /** Gzipped JSON, or the name of the GridFS file that holds it. */
  readonly data: Binary | string;
  /** Size of the gzipped data, bytes; absent in documents older than this field. */
  readonly bytes?: number;
  /** Owner, for `stored-bytes.ts`. It is set immediately for a version, and at the end for a run. */
  readonly user_id?: string;
  readonly expires_at?: Date;
}

/** Largest document that is decompressed synchronously, bytes; this takes less time than another thread would. */
const SMALL_BYTES = 4 * 1024;
/** Chunk size of decompression, bytes. The default of 16 kB doubles the time for a large document. */
const CHUNK_BYTES = 64 * 1024;
const expand = async (bytes: Uint8Array): Promise<Buffer> =>
  bytes.length <= SMALL_BYTES ? gunzipSync(bytes) : promisify(gunzip)(bytes, { chunkSize: CHUNK_BYTES });

/** Largest document that is parsed and processed within a few milliseconds, bytes. */
const BRIEF_BYTES = 64 * 1024;
const brief = new AsyncLocalStorage<true>();

/** True if the current work must be brief, because it runs on a shared event loop. */
export const isBrief = (): boolean => brief.getStore() === true;

/** Thrown for a large document if the work must be brief; the caller reads the document elsewhere. */
export class LargeDocument extends Error {
  constructor() {
    super('The document is too large to be read here');
    this.name = 'LargeDocument';
  }
}

/** Runs work on a shared event loop; its reads of large documents throw `LargeDocument`. */
export const briefly = <T>(work: () => T): T => brief.run(true, work);

/** A small text as a whole, or a large text as a stream that is read on demand. */
export interface OpenText {
  readonly text: Buffer | Readable;
  /** Memory that the text occupies until it has been read, bytes. */
  readonly bytes: number;
}

/** Largest batch of a GridFS cursor, bytes. */
const BATCH_BYTES = 16 * 1024 * 1024;
/** Number of bytes at the end of gzip that hold the size of the content (RFC 1952, section 2.3.1). */
const SIZE_BYTES = 4;

function isLarge(data: StoredDocument['data']): boolean {
  if (typeof data === 'string') return true;
  const packed = Buffer.from(data.buffer);
  return packed.readUInt32LE(packed.length - SIZE_BYTES) > BRIEF_BYTES;
}

export function readDocuments(documents: Collection<StoredDocument>, files: GridFSBucket) {
  const find = (_id: string) => documents.findOne({ _id });
  /** Finds a document, without its data if they are large even when packed. */
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
    /** The JSON text. Throws `LargeDocument`. */
    async getText(id: string): Promise<Buffer | undefined> {
      const stored = isBrief() ? await findSmall(id) : await find(id);
      if (!stored) return undefined;
      const { data } = stored;
      if (data === undefined || (isBrief() && isLarge(data))) throw new LargeDocument();
      return expand(typeof data === 'string' ? await buffer(openFile(data)) : data.buffer);
    },
    /** The JSON text as a stream to pass on. */
    async openText(id: string): Promise<OpenText | undefined> {
      const stored = await findSmall(id);
      if (!stored) return undefined;
      const { data, bytes = 0 } = stored;
      if (data instanceof Binary && !isLarge(data)) return { text: await expand(data.buffer), bytes: 0 };
      // Failures are reported by the returned stream.
      const text = chain(
        Readable.from(readPacked(id)),
        createGunzip({ chunkSize: CHUNK_BYTES }),
        () => undefined,
      );
      return { text, bytes: Math.min(bytes, BATCH_BYTES) };
    },
  };
}
