/** Creates all indexes at process start. Existing indexes are left unchanged. */
import type { Db, IndexDescription } from 'mongodb';

/** The indexes of one collection; each store file exports its own. */
export interface CollectionIndexes {
  readonly collection: string;
  readonly indexes: IndexDescription[];
}

export async function ensureIndexes(db: Db, collections: readonly CollectionIndexes[]): Promise<void> {
  for (const { collection, indexes } of collections) {
    await db.collection(collection).createIndexes(indexes);
  }
}
