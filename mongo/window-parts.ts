/** What reports add up of each window, beside its record: gzipped, so that a year is read within a second. */
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { Binary, type Db } from 'mongodb';
import type { WindowPart } from '../temporal/case/messages/window-part.ts';
import type { CollectionIndexes } from './indexes.ts';
import { byOwner } from './stored-bytes.ts';

interface StoredPart {
  /** That of the window. */
  readonly _id: string;
  readonly execution_id: string;
  readonly index: number;
  /** gzipped JSON: some kB for a day of 158 units. */
  readonly data: Binary;
  readonly expires_at?: Date;
}

export const windowPartIndexes: CollectionIndexes = {
  collection: 'window_parts',
  indexes: [
    { key: { execution_id: 1, index: 1 }, unique: true },
    { key: { expires_at: 1 }, expireAfterSeconds: 0 },
    byOwner,
  ],
};

const pack = promisify(gzip);
const unpack = promisify(gunzip);

/** `executionId`: as in `windows.ts`, that of a run or the key of one of its chains. */
export function createWindowParts(db: Db) {
  const parts = db.collection<StoredPart>('window_parts');
  return {
    collection: parts,
    /** Writing a part again replaces it. */
    async put(executionId: string, index: number, part: WindowPart, expiresAt?: Date): Promise<void> {
      const data = new Binary(await pack(JSON.stringify(part), { level: 1 }));
      const stored = { execution_id: executionId, index, data, ...(expiresAt && { expires_at: expiresAt }) };
      await parts.updateOne({ _id: `${executionId}/${index}` }, { $set: stored }, { upsert: true });
    },
    /** The parts that there are, in order, read as they are needed. */
    async *all(executionId: string): AsyncGenerator<{ readonly index: number; readonly part: WindowPart }> {
      for await (const { index, data } of parts.find({ execution_id: executionId }).sort({ index: 1 }))
        yield { index, part: JSON.parse((await unpack(data.buffer)).toString('utf8')) };
    },
  };
}
