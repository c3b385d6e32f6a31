/** Sign-ins that wait for their second factor: the password was right, a code is still to come. */
import type { Db } from 'mongodb';
import type { CollectionIndexes } from './indexes.ts';

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
