/** Saved configurations of the model builder: a model and a solver under a name, which is unique for each user. */
import type { Db } from 'mongodb';
import { isDuplicateKey } from './errors.ts';
import type { ExecutionSolver } from './executions.ts';
import type { CollectionIndexes } from './indexes.ts';
import { byOwner, sized, WITHOUT_SIZE } from './stored-bytes.ts';
import type { Transaction } from './transaction.ts';

export interface ConfigRecord {
  /** Id of the configuration, UUID v4. */
  readonly _id: string;
  readonly user_id: string;
  readonly name: string;
  readonly description: string | null;
  readonly pcm_model_id: string;
  readonly solver: ExecutionSolver;
  readonly created_at: Date;
}

export const configIndexes: CollectionIndexes = {
  collection: 'configs',
  indexes: [
    { key: { user_id: 1, name: 1 }, unique: true },
    { key: { user_id: 1, created_at: -1, _id: 1 }, name: 'newest' },
    byOwner,
  ],
};

export type Configs = ReturnType<typeof createConfigs>;

export function createConfigs(db: Db) {
  const configs = db.collection<ConfigRecord>('configs');
  return {
    /** Stores a configuration. Resolves to false if the user already has a configuration with this name. */
    async insert(config: ConfigRecord, tx: Transaction = {}): Promise<boolean> {
      try {
        await configs.insertOne(sized(config), tx);
        return true;
      } catch (error) {
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },
    /** Finds a configuration of the user, not of others. */
    find: (userId: string, id: string): Promise<ConfigRecord | null> =>
      configs.findOne({ _id: id, user_id: userId }, WITHOUT_SIZE),
    /** Configurations of the user, newest first; all of them if no limit is given. */
    async list(
      userId: string,
      limit = 0,
      offset = 0,
    ): Promise<{ readonly configs: ConfigRecord[]; readonly total: number }> {
      const newestFirst = configs.find({ user_id: userId }, WITHOUT_SIZE).sort({ created_at: -1, _id: 1 });
      const [page, total] = await Promise.all([
        newestFirst.skip(offset).limit(limit).toArray(),
        configs.countDocuments({ user_id: userId }),
      ]);
      return { configs: page, total };
    },
    /** Deletes a configuration and returns it; null if the user has none with this id. */
    delete: (userId: string, id: string, tx: Transaction = {}): Promise<ConfigRecord | null> =>
      configs.findOneAndDelete({ _id: id, user_id: userId }, { ...WITHOUT_SIZE, ...tx }),
  };
}
