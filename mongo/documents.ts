/**
 * The large parts of a job (payload, result, incumbent) as gzipped JSON: in one document while small,
 * in GridFS beyond. Writing one again replaces it.
 *
 * @module
 */

import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { Binary, type Db, GridFSBucket } from 'mongodb';
import type { Incumbent } from '../temporal/messages/incumbent.ts';
import type { SolvePayload } from '../temporal/messages/payload.ts';
import type { SolveResult } from '../temporal/messages/result.ts';
import type { CollectionIndexes } from './indexes.ts';

export interface DocumentTypes {
  payload: SolvePayload;
  result: SolveResult;
  incumbent: Incumbent;
}
type Kind = keyof DocumentTypes;

interface StoredDocument {
  /** `<kind>/<job id>` */
  readonly _id: string;
  readonly job_id: string;
  /** gzipped JSON, or the GridFS file name that holds it. */
  readonly data: Binary | string;
  readonly expires_at?: Date;
}

/** Largest compressed size kept in the document itself, bytes; MongoDB's limit is 16 MiB. */
const INLINE_BYTES = 4 * 1024 * 1024;

export const documentIndexes: CollectionIndexes = {
  collection: 'documents',
  indexes: [{ key: { job_id: 1 } }, { key: { expires_at: 1 }, expireAfterSeconds: 0 }],
};

const compress = promisify(gzip);
const expand = promisify(gunzip);

export type Documents = ReturnType<typeof createDocuments>;

export function createDocuments(db: Db) {
  const documents = db.collection<StoredDocument>('documents');
  const files = new GridFSBucket(db, { bucketName: 'documents' });
  const readFile = (name: string): Promise<Buffer> => buffer(files.openDownloadStreamByName(name));
  return {
    async put<K extends Kind>(kind: K, jobId: string, value: DocumentTypes[K]): Promise<void> {
      const _id = `${kind}/${jobId}`;
      const bytes = await compress(JSON.stringify(value), { level: 1 });
      if (bytes.length > INLINE_BYTES) await pipeline(Readable.from([bytes]), files.openUploadStream(_id));
      const data = bytes.length > INLINE_BYTES ? _id : new Binary(bytes);
      await documents.updateOne({ _id }, { $set: { job_id: jobId, data } }, { upsert: true });
    },
    async get<K extends Kind>(kind: K, jobId: string): Promise<DocumentTypes[K] | undefined> {
      const stored = await documents.findOne({ _id: `${kind}/${jobId}` });
      if (!stored) return undefined;
      const bytes = typeof stored.data === 'string' ? await readFile(stored.data) : stored.data.buffer;
      return JSON.parse((await expand(bytes)).toString('utf8'));
    },
    /** Starts the retention period of everything a job stored. */
    async expire(jobId: string, at: Date): Promise<void> {
      await documents.updateMany({ job_id: jobId }, { $set: { expires_at: at } });
    },
    /** Deletes GridFS files from before `before` whose document is gone (TTL indexes do not reach them). */
    async deleteOrphans(before: Date, limit: number): Promise<number> {
      const old = await files
        .find({ uploadDate: { $lt: before } })
        .limit(limit)
        .toArray();
      const names = [...new Set(old.map(({ filename }) => filename))];
      const kept = new Set(await documents.distinct('_id', { _id: { $in: names } }));
      const orphans = old.filter(({ filename }) => !kept.has(filename));
      for (const { _id } of orphans) await files.delete(_id);
      return orphans.length;
    },
  };
}
