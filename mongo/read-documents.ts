/** Reads what `documents.ts` stores: whole, or piece by piece where it is large; and keeps large work off a busy event loop. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { pipeline as chain, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { createGunzip, gunzip, gunzipSync } from 'node:zlib';
import { Binary, type Collection, type GridFSBucket } from 'mongodb';

export interface StoredDocument {
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

/** Expanded at one go, which takes less than another thread would. */
const SMALL_BYTES = 4 * 1024;
/** In pieces of the usual 16 kB a large document takes twice as long. */
const CHUNK_BYTES = 64 * 1024;
const expand = async (bytes: Uint8Array): Promise<Buffer> =>
  bytes.length <= SMALL_BYTES ? gunzipSync(bytes) : promisify(gunzip)(bytes, { chunkSize: CHUNK_BYTES });

/** Parsed, and worked on, within some milliseconds. */
const BRIEF_BYTES = 64 * 1024;
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

/** A text that is whole where it is small, else comes piece by piece, and is not read from the store before. */
export interface OpenText {
  readonly text: Buffer | Readable;
  /** In memory while it is read, until its end. */
  readonly bytes: number;
}

/** What the cursor of a GridFS file holds at most. */
const BATCH_BYTES = 16 * 1024 * 1024;
/** The last bytes of gzip tell how long its content is (RFC 1952, section 2.3.1). */
const SIZE_BYTES = 4;

function isLarge(data: StoredDocument['data']): boolean {
  if (typeof data === 'string') return true;
  const packed = Buffer.from(data.buffer);
  return packed.readUInt32LE(packed.length - SIZE_BYTES) > BRIEF_BYTES;
}

export function readDocuments(documents: Collection<StoredDocument>, files: GridFSBucket) {
  const find = (_id: string) => documents.findOne({ _id });
  /** Without the data of a document that is large even packed. */
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
    /** The JSON text for who passes it on. */
    async openText(id: string): Promise<OpenText | undefined> {
      const stored = await findSmall(id);
      if (!stored) return undefined;
      const { data, bytes = 0 } = stored;
      if (data instanceof Binary && !isLarge(data)) return { text: await expand(data.buffer), bytes: 0 };
      // A failure shows at the stream that is returned.
      const text = chain(
        Readable.from(readPacked(id)),
        createGunzip({ chunkSize: CHUNK_BYTES }),
        () => undefined,
      );
      return { text, bytes: Math.min(bytes, BATCH_BYTES) };
    },
  };
}
