/**
 * A new database on the MongoDB that MONGODB_URI names. If the server is missing, the tests fail; they are never
 * skipped.
 */
import { randomBytes } from 'node:crypto';
import { connectMongo, type MongoConnection } from '../../../mongo/connect.ts';
import { type CollectionIndexes, ensureIndexes } from '../../../mongo/indexes.ts';

export interface TestDatabase {
  readonly db: MongoConnection['db'];
  drop(): Promise<void>;
}

export async function openTestDatabase(indexes: readonly CollectionIndexes[]): Promise<TestDatabase> {
  const uri = process.env['MONGODB_URI'];
  if (!uri) throw new Error('MONGODB_URI is not set: these tests need a running MongoDB');
  const connection = connectMongo({
    MONGODB_URI: uri,
    MONGODB_DATABASE: `grid_test_${randomBytes(6).toString('hex')}`,
  });
  await ensureIndexes(connection.db, indexes);
  return {
    db: connection.db,
    drop: async () => {
      await connection.db.dropDatabase();
      await connection.close();
    },
  };
}
