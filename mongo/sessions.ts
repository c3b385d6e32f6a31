/**
 * Refresh tokens, one document per token, grouped by the session of one sign-in. A used token is kept until it expires,
 * so that a second use is detected (RFC 9700, 4.14.2).
 */
import type { Db } from 'mongodb';
import type { CollectionIndexes } from './indexes.ts';

/** Time for which a replaced token still works, ms, since the reply with its successor may have been lost. */
const GRACE_MS = 10_000;

export interface RefreshToken {
  /** SHA-256 of the token, hex; the token itself is never stored. */
  readonly hash: string;
  readonly expiresAt: Date;
}

export interface Session {
  /** Id of the session; the `sid` of its access tokens. */
  readonly sessionId: string;
  readonly userId: string;
  /** Time of the last authentication; absent in sessions that older versions created. */
  readonly signedInAt?: Date;
  /** User agent at sign-in; absent if the client sent none. */
  readonly userAgent?: string;
}

/** An open session, derived from its tokens. */
export interface OpenSession extends Session {
  /** Time of the last renewal; null before the first renewal. */
  readonly renewedAt: Date | null;
  /** Expiry of the newest token of the session. */
  readonly expiresAt: Date;
}

type Rotation = ({ readonly outcome: 'rotated' | 'reused' } & Session) | { readonly outcome: 'unknown' };

export interface Sessions {
  open(session: Session, token: RefreshToken): Promise<void>;
  /** The session to which a token belongs or belonged; null for an unknown token. */
  find(hash: string): Promise<Session | null>;
  /**
   * Replaces the token `hash` by `next`. Returns `reused` if the token was replaced before. Exception, because the
   * reply may have been lost: within `GRACE_MS`, and while the successor is unused, a repeated call succeeds, and its
   * `next` takes the place of the former successor.
   */
  rotate(hash: string, next: RefreshToken, now: Date): Promise<Rotation>;
  revoke(sessionId: string): Promise<void>;
  /** Sessions of a user with a valid refresh token; the newest sign-in comes first. */
  of(userId: string): Promise<OpenSession[]>;
}

const COLLECTION = 'sessions';

interface TokenDocument extends Session {
  readonly _id: string;
  /** The token that this token replaced. */
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
  /**
   * True if a replaced token is still accepted: it was replaced within `GRACE_MS`, and its successor has not been
   * replaced.
   */
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
      const cursor = tokens.aggregate<Omit<OpenSession, keyof Session> & { readonly token: TokenDocument }>([
        { $match: { userId } },
        {
          $group: {
            _id: '$sessionId',
            // The first token, for the fields that all tokens of a session share.
            token: { $first: '$$ROOT' },
            renewedAt: { $max: '$rotatedAt' },
            expiresAt: { $max: '$expiresAt' },
          },
        },
        { $sort: { 'token.signedInAt': -1 } },
      ]);
      return (await cursor.toArray()).map(({ token, renewedAt, expiresAt }) => ({
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

/** Ids (`jti`) of access tokens and (`sid`) of sessions that were revoked before their expiry. */
export interface RevokedTokens {
  /** Revokes an id until `expiresAt`, the time by which its tokens expire anyway. */
  revoke(id: string, expiresAt: Date): Promise<void>;
  /** True if any of `ids` is revoked. */
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
