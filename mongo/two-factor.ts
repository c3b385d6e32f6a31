/**
 * Second factors, one document per user. Every operation that accepts a code also marks it as used in the same write,
 * so that no code works twice, even concurrently (RFC 6238, section 5.2).
 */
import type { Db } from 'mongodb';
import { isDuplicateKey } from './errors.ts';
import type { CollectionIndexes } from './indexes.ts';
import type { Transaction } from './transaction.ts';

export interface TwoFactorRecord {
  readonly user_id: string;
  /** The sealed secret. It also identifies the enrolment, because no two seals are equal. */
  readonly secret: string;
  /** Time at which the user confirmed the secret by a code; null before. */
  readonly enabled_at: Date | null;
  /** Time step of the newest accepted code; codes up to this step no longer work. */
  readonly last_step: number;
  /** SHA-256 of the unused recovery codes, hex. */
  readonly recovery_hashes: readonly string[];
}

type Enabling = Pick<TwoFactorRecord, 'last_step' | 'recovery_hashes'> & {
  readonly enabled_at: Date;
};

export interface TwoFactor {
  find(userId: string): Promise<TwoFactorRecord | null>;
  /** Stores a secret that a code has yet to confirm; resolves to false if a factor is enabled already. */
  begin(userId: string, secret: string): Promise<boolean>;
  /** Enables the factor. Resolves to false if a secret other than `secret` waits for its first code. */
  enable(userId: string, secret: string, enabling: Enabling, tx?: Transaction): Promise<boolean>;
  disable(userId: string, tx?: Transaction): Promise<void>;
  /** Uses up a time step of an enabled secret; resolves to false if this step, or a later one, was used before. */
  acceptStep(userId: string, secret: string, step: number): Promise<boolean>;
  /** Uses up a recovery code; resolves to false if the code is unknown. */
  useRecoveryCode(userId: string, hash: string): Promise<boolean>;
  /** Replaces the unused recovery codes; resolves to false if no factor is enabled. */
  renewRecoveryCodes(userId: string, hashes: readonly string[], tx?: Transaction): Promise<boolean>;
  all(): AsyncIterable<TwoFactorRecord>;
  /**
   * Replaces a sealed secret by the same secret under a new seal; resolves to false if the stored secret has changed.
   */
  reseal(userId: string, secret: string, sealed: string): Promise<boolean>;
}

const COLLECTION = 'two_factor';

type TwoFactorDocument = Omit<TwoFactorRecord, 'user_id'> & { readonly _id: string };

export function createTwoFactor(db: Db): TwoFactor {
  const factors = db.collection<TwoFactorDocument>(COLLECTION);
  const enabled = { enabled_at: { $ne: null } };
  return {
    find: async (userId) => toRecord(await factors.findOne({ _id: userId })),
    begin: async (userId, secret) => {
      const waiting = { _id: userId, enabled_at: null };
      const enrolment = { $set: { secret, last_step: 0, recovery_hashes: [] } };
      try {
        await factors.updateOne(waiting, enrolment, { upsert: true });
        return true;
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        // A duplicate key means that a factor is enabled, or that a concurrent call inserted the document.
        return (await factors.updateOne(waiting, enrolment)).matchedCount === 1;
      }
    },
    enable: async (userId, secret, enabling, tx = {}) => {
      const waiting = { _id: userId, secret, enabled_at: null };
      return (await factors.findOneAndUpdate(waiting, { $set: enabling }, tx)) !== null;
    },
    disable: async (userId, tx = {}) => {
      await factors.deleteOne({ _id: userId }, tx);
    },
    acceptStep: async (userId, secret, step) => {
      const unspent = { _id: userId, secret, ...enabled, last_step: { $lt: step } };
      return (await factors.findOneAndUpdate(unspent, { $set: { last_step: step } })) !== null;
    },
    useRecoveryCode: async (userId, hash) => {
      const unspent = { _id: userId, ...enabled, recovery_hashes: hash };
      return (await factors.findOneAndUpdate(unspent, { $pull: { recovery_hashes: hash } })) !== null;
    },
    renewRecoveryCodes: async (userId, recovery_hashes, tx = {}) => {
      const factor = { _id: userId, ...enabled };
      return (await factors.updateOne(factor, { $set: { recovery_hashes } }, tx)).matchedCount === 1;
    },
    all: () => factors.find().map(toFactor),
    reseal: async (userId, secret, sealed) =>
      (await factors.updateOne({ _id: userId, secret }, { $set: { secret: sealed } })).matchedCount === 1,
  };
}

const toRecord = (document: TwoFactorDocument | null): TwoFactorRecord | null =>
  document && toFactor(document);

function toFactor({ _id: user_id, ...rest }: TwoFactorDocument): TwoFactorRecord {
  return { user_id, ...rest };
}

/** A sign-in after the password and before the second factor. */
export interface TwoFactorChallenge {
  /** SHA-256 of the temporary token, hex; the token itself is never stored. */
  readonly hash: string;
  readonly userId: string;
  readonly expiresAt: Date;
}

export interface TwoFactorChallenges {
  open(challenge: TwoFactorChallenge): Promise<void>;
  /**
   * Uses up one of the few guesses before the code is checked, so that each parallel guess counts. Resolves to the
   * user's id; null if the challenge is unknown, expired or out of guesses.
   */
  takeGuess(hash: string, now: Date): Promise<string | null>;
  /** Ends a challenge; resolves to false if it had ended before. */
  end(hash: string): Promise<boolean>;
  /** Ends all challenges of a user. */
  endOf(userId: string): Promise<void>;
}

const CHALLENGES = 'two_factor_challenges';
const MAX_GUESSES = 5;

interface ChallengeDocument extends Omit<TwoFactorChallenge, 'hash'> {
  readonly _id: string;
  readonly guesses: number;
}

export const twoFactorChallengeIndexes: CollectionIndexes = {
  collection: CHALLENGES,
  indexes: [
    { key: { expiresAt: 1 }, name: 'ttl', expireAfterSeconds: 0 },
    { key: { userId: 1 }, name: 'user' },
  ],
};

export function createTwoFactorChallenges(db: Db): TwoFactorChallenges {
  const challenges = db.collection<ChallengeDocument>(CHALLENGES);
  return {
    open: async ({ hash, userId, expiresAt }) => {
      await challenges.insertOne({ _id: hash, userId, expiresAt, guesses: 0 });
    },
    takeGuess: async (hash, now) => {
      const live = { _id: hash, expiresAt: { $gt: now }, guesses: { $lt: MAX_GUESSES } };
      const challenge = await challenges.findOneAndUpdate(live, { $inc: { guesses: 1 } });
      return challenge?.userId ?? null;
    },
    end: async (hash) => (await challenges.deleteOne({ _id: hash })).deletedCount === 1,
    endOf: async (userId) => {
      await challenges.deleteMany({ userId });
    },
  };
}
