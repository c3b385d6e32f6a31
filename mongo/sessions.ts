/**
 * Refresh tokens, one document per token, grouped into the family of one sign-in. A used token stays
 * until it expires, so that its second use is noticed (RFC 9700, 4.14.2).
 */
import type { Db } from 'mongodb';
import type { CollectionIndexes } from './indexes.ts';

/** How long the token just replaced still works: the reply that carried its successor may be lost. */
const GRACE_MS = 10_000;

export interface RefreshToken {
  /** SHA-256 of the token, hex; the token itself is never stored. */
  readonly hash: string;
  readonly expiresAt: Date;
}

export interface Session {
  /** Family of tokens; the `sid` of its access tokens. */
  readonly sessionId: string;
  readonly userId: string;
  /** When its user proved who they are; absent in sessions of earlier versions. */
  readonly signedInAt?: Date;
  /** The program that signed in, as it names itself; absent when it does not. */
  readonly userAgent?: string;
}

/** A session as its tokens tell it. */
export interface OpenSession extends Session {
  /** Null before the first renewal. */
  readonly renewedAt: Date | null;
  /** When its newest token ends. */
  readonly expiresAt: Date;
}

type Rotation = ({ readonly outcome: 'rotated' | 'reused' } & Session) | { readonly outcome: 'unknown' };

export interface Sessions {
  open(session: Session, token: RefreshToken): Promise<void>;
  /** The session that a token is or was of; null for one that nobody knows any more. */
  find(hash: string): Promise<Session | null>;
  /**
   * Replaces the token `hash` by `next`; `reused` when it had been replaced before. A token has one successor: who
   * repeats a call a moment later must name the same, or takes the place of one that nobody has used.
   */
  rotate(hash: string, next: RefreshToken, now: Date): Promise<Rotation>;
  revoke(sessionId: string): Promise<void>;
  /** Sessions of a user that still have a refresh token, the newest sign-in first. */
  of(userId: string): Promise<OpenSession[]>;
}

const COLLECTION = 'sessions';

interface TokenDocument extends Session {
  readonly _id: string;
  /** Token this one replaced. */
  readonly parent: string | null;
  readonly rotatedAt: Date | null;
  readonly expiresAt: Date;
}

export const sessionIndexes: CollectionIndexes = {
  collection: COLLECTION,
  indexes: [
    { key: { expiresAt: 1 }, name: 'ttl', expireAfterSeconds: 0 },
    { key: { sessionId: 1 }, name: 'session' },
    { key: { userId: 1 }, name: 'user' },
    { key: { parent: 1 }, name: 'parent' },
  ],
};

export function createSessions(db: Db): Sessions {
  const tokens = db.collection<TokenDocument>(COLLECTION);
  const insert = async (session: Session, { hash, expiresAt }: RefreshToken, parent: string | null) => {
    const token = { ...session, parent, rotatedAt: null, expiresAt };
    await tokens.updateOne({ _id: hash }, { $setOnInsert: token }, { upsert: true });
  };
  /** True while `token` is the one before the newest and was replaced a moment ago. */
  const isGraced = async ({ _id, rotatedAt }: TokenDocument, now: Date): Promise<boolean> =>
    now.getTime() - (rotatedAt?.getTime() ?? 0) <= GRACE_MS &&
    (await tokens.findOne({ parent: _id, rotatedAt: { $ne: null } })) === null;

  return {
    open: (session, token) => insert(session, token, null),
    find: async (hash) => {
      const token = await tokens.findOne({ _id: hash });
      return token && toSession(token);
    },
    rotate: async (hash, next, now) => {
      const live = { _id: hash, expiresAt: { $gt: now } };
      const current = await tokens.findOneAndUpdate(
        { ...live, rotatedAt: null },
        { $set: { rotatedAt: now } },
      );
      const token = current ?? (await tokens.findOne(live));
      if (!token) return { outcome: 'unknown' };
      const session = toSession(token);
      if (!current) {
        if (!(await isGraced(token, now))) return { outcome: 'reused', ...session };
        await tokens.deleteMany({ parent: hash, _id: { $ne: next.hash }, rotatedAt: null });
      }
      await insert(session, next, hash);
      return { outcome: 'rotated', ...session };
    },
    revoke: async (sessionId) => {
      await tokens.deleteMany({ sessionId });
    },
    of: async (userId) => {
      const found = tokens.aggregate<Omit<OpenSession, keyof Session> & { readonly token: TokenDocument }>([
        { $match: { userId } },
        {
          $group: {
            _id: '$sessionId',
            // What all tokens of a session agree on.
            token: { $first: '$$ROOT' },
            renewedAt: { $max: '$rotatedAt' },
            expiresAt: { $max: '$expiresAt' },
          },
        },
        { $sort: { 'token.signedInAt': -1 } },
      ]);
      return (await found.toArray()).map(({ token, renewedAt, expiresAt }) => ({
        ...toSession(token),
        renewedAt,
        expiresAt,
      }));
    },
  };
}

const toSession = ({ sessionId, userId, signedInAt, userAgent }: TokenDocument): Session => ({
  sessionId,
  userId,
  ...(signedInAt && { signedInAt }),
  ...(userAgent && { userAgent }),
});

/** Ids (`jti`) of access tokens and (`sid`) of sessions that ended before their time. */
export interface RevokedTokens {
  /** Refused until `expiresAt`, when the tokens it concerns are dead anyway. */
  revoke(id: string, expiresAt: Date): Promise<void>;
  /** True when any of `ids` is revoked. */
  includes(ids: readonly string[]): Promise<boolean>;
}

const REVOKED = 'revoked_tokens';

interface RevokedDocument {
  readonly _id: string;
  readonly expiresAt: Date;
}

export const revokedTokenIndexes: CollectionIndexes = {
  collection: REVOKED,
  indexes: [{ key: { expiresAt: 1 }, name: 'ttl', expireAfterSeconds: 0 }],
};

export function createRevokedTokens(db: Db): RevokedTokens {
  const revoked = db.collection<RevokedDocument>(REVOKED);
  return {
    revoke: async (id, expiresAt) => {
      await revoked.updateOne({ _id: id }, { $max: { expiresAt } }, { upsert: true });
    },
    includes: async (ids) => (await revoked.findOne({ _id: { $in: [...ids] } })) !== null,
  };
}
