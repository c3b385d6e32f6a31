/** Accounts. Names are unique without regard to case. */
import type { Db } from 'mongodb';
import { isDuplicateKey } from './errors.ts';
import type { CollectionIndexes } from './indexes.ts';
import type { Transaction } from './transaction.ts';

export interface UserRecord {
  /** Id of the user, UUID v4. */
  readonly user_id: string;
  readonly username: string;
  readonly password_hash: string;
  readonly role: 'user' | 'admin';
  readonly created_at: Date;
  readonly disabled: boolean;
  /**
   * Generation of access tokens; defaults to 0. It is incremented whenever all access tokens of the account are
   * invalidated. A token contains the generation at the time of its issue.
   */
  readonly token_generation?: number;
  /** Id of the session whose access tokens stay valid when the generation changes. */
  readonly kept_session?: string | null;
  readonly password_link?: PasswordLink | null;
}

/** A link with which its holder can set the password of the account, once. */
interface PasswordLink {
  /** SHA-256 of the link's secret, hex; the link itself is never stored. */
  readonly digest: string;
  readonly expires_at: Date;
  /** Id of the administrator who made the link. */
  readonly made_by: string;
}

export interface Users {
  /** Stores an account. Resolves to false if the name is in use. */
  insert(user: UserRecord, tx?: Transaction): Promise<boolean>;
  findById(userId: string): Promise<UserRecord | null>;
  findByUsername(username: string): Promise<UserRecord | null>;
  /** User id -> name, for existing users. */
  namesOf(userIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Replaces the hash `former` by a new hash of the same password; no effect if the password has changed. */
  renewPasswordHash(userId: string, former: string, passwordHash: string): Promise<void>;
  /** Changes the password. Also invalidates all access tokens, except those of the session `kept`. */
  changePasswordHash(userId: string, passwordHash: string, kept: string, tx?: Transaction): Promise<void>;
  /** Stores a password link, which replaces the previous one. */
  setPasswordLink(userId: string, link: PasswordLink, tx?: Transaction): Promise<void>;
  /**
   * Uses up the link, sets the password and invalidates all access tokens. Resolves to false if the link was used or
   * replaced.
   */
  usePasswordLink(userId: string, digest: string, passwordHash: string, tx?: Transaction): Promise<boolean>;
  /** Invalidates all access tokens, except those of the session `kept`. */
  endTokens(userId: string, kept: string, tx?: Transaction): Promise<void>;
  setRole(userId: string, role: UserRecord['role'], tx?: Transaction): Promise<void>;
  /** Disables or enables an account. Disabling invalidates all its access tokens. */
  setDisabled(userId: string, disabled: boolean, tx?: Transaction): Promise<void>;
  /** Number of administrators that are not disabled. */
  countAdmins(): Promise<number>;
  /** Accounts sorted by name. `beginning`: start of the name, case-insensitive. */
  list(
    beginning: string | undefined,
    limit: number,
    offset: number,
  ): Promise<{ readonly users: UserRecord[]; readonly total: number }>;
}

const COLLECTION = 'users';

interface UserDocument extends Omit<UserRecord, 'user_id'> {
  readonly _id: string;
  readonly username_key: string;
}

export const userIndexes: CollectionIndexes = {
  collection: COLLECTION,
  indexes: [{ key: { username_key: 1 }, name: 'username', unique: true }],
};

export function createUsers(db: Db): Users {
  const users = db.collection<UserDocument>(COLLECTION);
  return {
    insert: async ({ user_id, ...user }, tx = {}) => {
      try {
        await users.insertOne({ _id: user_id, ...user, username_key: toKey(user.username) }, tx);
        return true;
      } catch (error) {
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },
    findById: async (userId) => toRecord(await users.findOne({ _id: userId })),
    findByUsername: async (username) => toRecord(await users.findOne({ username_key: toKey(username) })),
    async namesOf(userIds) {
      const cursor = users.find({ _id: { $in: [...new Set(userIds)] } }, { projection: { username: 1 } });
      return new Map((await cursor.toArray()).map(({ _id, username }) => [_id, username]));
    },
    renewPasswordHash: async (userId, former, password_hash) => {
      await users.updateOne({ _id: userId, password_hash: former }, { $set: { password_hash } });
    },
    changePasswordHash: async (userId, password_hash, kept_session, tx = {}) => {
      await users.updateOne(
        { _id: userId },
        { $set: { password_hash, kept_session, password_link: null }, ...NEXT_GENERATION },
        tx,
      );
    },
    setPasswordLink: async (userId, password_link, tx = {}) => {
      await users.updateOne({ _id: userId }, { $set: { password_link } }, tx);
    },
    usePasswordLink: async (userId, digest, password_hash, tx = {}) => {
      const change = { $set: { password_hash, kept_session: null, password_link: null }, ...NEXT_GENERATION };
      const live = { _id: userId, disabled: false, 'password_link.digest': digest };
      return (await users.updateOne(live, change, tx)).matchedCount === 1;
    },
    endTokens: async (userId, kept_session, tx = {}) => {
      await users.updateOne({ _id: userId }, { $set: { kept_session }, ...NEXT_GENERATION }, tx);
    },
    setRole: async (userId, role, tx = {}) => {
      await users.updateOne({ _id: userId }, { $set: { role } }, tx);
    },
    setDisabled: async (userId, disabled, tx = {}) => {
      const change = disabled
        ? { $set: { disabled, kept_session: null, password_link: null }, ...NEXT_GENERATION }
        : { $set: { disabled } };
      await users.updateOne({ _id: userId }, change, tx);
    },
    countAdmins: () => users.countDocuments({ role: 'admin', disabled: false }),
    list: async (beginning, limit, offset) => {
      const filter = beginning ? startsWith(toKey(beginning)) : {};
      const byName = users.find(filter).sort({ username_key: 1 });
      const [page, total] = await Promise.all([
        byName.skip(offset).limit(limit).toArray(),
        users.countDocuments(filter),
      ]);
      return { users: page.map(toUser), total };
    },
  };
}

const NEXT_GENERATION = { $inc: { token_generation: 1 } };

const toKey = (username: string): string => username.toLowerCase();

/**
 * Filter of names that start with a text. It is a range instead of a pattern, so that no character of the text has a
 * special meaning.
 */
const startsWith = (text: string) => ({ username_key: { $gte: text, $lt: `${text}\uffff` } });

const toRecord = (document: UserDocument | null): UserRecord | null => document && toUser(document);

function toUser({ _id: user_id, username_key: _, ...rest }: UserDocument): UserRecord {
  return { user_id, ...rest };
}
