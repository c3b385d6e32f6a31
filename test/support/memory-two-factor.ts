/** Second factors and unfinished sign-ins in this process, for tests of the HTTP surface. */
import type { TwoFactor, TwoFactorRecord } from '../../mongo/two-factor.ts';
import type { TwoFactorChallenge, TwoFactorChallenges } from '../../mongo/two-factor-challenges.ts';

const MAX_GUESSES = 5;

export function memoryTwoFactor(): TwoFactor {
  const factors = new Map<string, TwoFactorRecord>();
  const change = (userId: string, holds: (f: TwoFactorRecord) => boolean, to: Partial<TwoFactorRecord>) => {
    const factor = factors.get(userId);
    if (!factor || !holds(factor)) return false;
    factors.set(userId, { ...factor, ...to });
    return true;
  };
  return {
    find: async (userId) => factors.get(userId) ?? null,
    begin: async (user_id, secret) => {
      if (factors.get(user_id)?.enabled_at) return false;
      factors.set(user_id, { user_id, secret, enabled_at: null, last_step: 0, recovery_hashes: [] });
      return true;
    },
    enable: async (userId, secret, enabling) =>
      change(userId, (factor) => factor.secret === secret && !factor.enabled_at, enabling),
    disable: async (userId) => {
      factors.delete(userId);
    },
    acceptStep: async (userId, secret, step) =>
      change(userId, (f) => f.secret === secret && f.enabled_at !== null && f.last_step < step, {
        last_step: step,
      }),
    useRecoveryCode: async (userId, hash) => {
      const left = factors.get(userId)?.recovery_hashes ?? [];
      return change(userId, () => left.includes(hash), { recovery_hashes: left.filter((h) => h !== hash) });
    },
    renewRecoveryCodes: async (userId, recovery_hashes) =>
      change(userId, ({ enabled_at }) => enabled_at !== null, { recovery_hashes }),
    all: async function* () {
      yield* factors.values();
    },
    reseal: async (userId, secret, sealed) =>
      change(userId, (factor) => factor.secret === secret, { secret: sealed }),
  };
}

export function memoryTwoFactorChallenges(): TwoFactorChallenges {
  const challenges = new Map<string, TwoFactorChallenge & { guesses: number }>();
  return {
    open: async (challenge) => {
      challenges.set(challenge.hash, { ...challenge, guesses: 0 });
    },
    takeGuess: async (hash, now) => {
      const challenge = challenges.get(hash);
      if (!challenge || challenge.expiresAt <= now || challenge.guesses >= MAX_GUESSES) return null;
      challenge.guesses += 1;
      return challenge.userId;
    },
    end: async (hash) => challenges.delete(hash),
    endOf: async (userId) => {
      for (const [hash, challenge] of challenges) if (challenge.userId === userId) challenges.delete(hash);
    },
  };
}
