/**
 * Second factors, one document per user. Every verb that accepts a proof also spends it in the same write,
 * so that no code works twice however many arrive at once (RFC 6238, section 5.2).
 */
import type { Db } from 'mongodb';
import { isDuplicateKey } from './errors.ts';
import type { CollectionIndexes } from './indexes.ts';
import type { Transaction } from './transaction.ts';

export interface TwoFactorRecord {
  readonly user_id: string;
  /** Sealed; also names the enrolment, since no two seals are alike. */
  readonly secret: string;
  /** `null` while the user has yet to show a code of this secret. */
  readonly enabled_at: Date | null;
  /** Time step of the newest code that was accepted; steps up to it are spent. */
  readonly last_step: number;
  /** SHA-256 of the recovery codes that are left, hex. */
  readonly recovery_hashes: readonly string[];
}

type Enabling = Pick<TwoFactorRecord, 'last_step' | 'recovery_hashes'> & {
  readonly enabled_at: Date;
};

export interface TwoFactor {
  find(userId: string): Promise<TwoFactorRecord | null>;
  /** Keeps a secret until a code confirms it; resolves to false when another is enabled already. */
  begin(userId: string, secret: string): Promise<boolean>;
  /** Resolves to false when `secret` is not the one that waits for a code. */
  enable(userId: string, secret: string, enabling: Enabling, tx?: Transaction): Promise<boolean>;
  disable(userId: string, tx?: Transaction): Promise<void>;
  /** Spends a time step of an enabled secret; resolves to false when it, or a later one, was spent before. */
  acceptStep(userId: string, secret: string, step: number): Promise<boolean>;
  /** Spends a recovery code; resolves to false when there is none such. */
  useRecoveryCode(userId: string, hash: string): Promise<boolean>;
  /** Replaces what is left of the recovery codes; resolves to false when no factor is enabled. */
  renewRecoveryCodes(userId: string, hashes: readonly string[], tx?: Transaction): Promise<boolean>;
  all(): AsyncIterable<TwoFactorRecord>;
  /** Replaces a sealed secret by the same one sealed anew; resolves to false when it is another one by now. */
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
      const begun = { $set: { secret, last_step: 0, recovery_hashes: [] } };
      try {
        await factors.updateOne(waiting, begun, { upsert: true });
        return true;
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        // Either one is enabled, or another call inserted the document at the same time.
        return (await factors.updateOne(waiting, begun)).matchedCount === 1;
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

/** A sign-in that waits for its second factor: the password was right, a code is still to come. */
export interface TwoFactorChallenge {
  /** SHA-256 of the temporary token, hex; the token itself is never stored. */
  readonly hash: string;
  readonly userId: string;
  readonly expiresAt: Date;
}

export interface TwoFactorChallenges {
  open(challenge: TwoFactorChallenge): Promise<void>;
  /**
   * Takes one of the few guesses before it is judged, so that parallel guesses cannot share one. Resolves to
   * the user's id, or to `null` when the challenge is unknown, expired or out of guesses.
   */
  takeGuess(hash: string, now: Date): Promise<string | null>;
  /** Ends a challenge; resolves to false when it had ended before. */
  end(hash: string): Promise<boolean>;
  /** Ends all of a user. */
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
