/** All quotas of the API. */
import type { Audit } from '../../mongo/audit.ts';
import type { MongoConnection } from '../../mongo/connect.ts';
import type { Metrics } from './metrics.ts';
import { createRateLimit, type OnLimited, type Policy, type RateLimit } from './rate-limit.ts';

const MINUTE_S = 60;
const HOUR_S = 3600;

/**
 * Keys: user id for `solve`, `general`, `refused`, `read`, `twoFactor`, `factorProof`, `question`; network for the rest,
 * `loginName` with the name before it.
 */
const POLICIES = {
  general: { name: 'general', quota: 600, windowS: MINUTE_S },
  refused: { name: 'refused', quota: 600, windowS: MINUTE_S },
  read: { name: 'read', quota: 6000, windowS: MINUTE_S },
  loginName: { name: 'login', quota: 10, windowS: 15 * MINUTE_S },
  loginAddress: { name: 'login-address', quota: 100, windowS: 15 * MINUTE_S },
  twoFactor: { name: 'two-factor', quota: 10, windowS: 15 * MINUTE_S },
  /** Apart from `twoFactor`: who holds a token alone must not use up the guesses of the owner's sign-in. */
  factorProof: { name: 'factor-proof', quota: 10, windowS: 15 * MINUTE_S },
  register: { name: 'register', quota: 10, windowS: HOUR_S },
  question: { name: 'question', quota: 60, windowS: HOUR_S },
  refresh: { name: 'refresh', quota: 60, windowS: MINUTE_S },
} as const satisfies Record<string, Policy>;

const PER_USER: ReadonlySet<string> = new Set([
  'solve',
  'general',
  'refused',
  'read',
  'two-factor',
  'factor-proof',
  'question',
]);

type SolveLimit = RateLimit;
export type Limits = Readonly<Record<keyof typeof POLICIES, RateLimit>> & {
  /** One bucket over uc, scuc and ed; a command consumes it last. */
  readonly solve: SolveLimit;
};

interface LimitParts {
  readonly solvesPerMinute: number;
  readonly audit: Pick<Audit, 'record'>;
  readonly metrics: Pick<Metrics, 'rateLimited'>;
  /** Counts in memory when absent. */
  readonly db?: MongoConnection['db'];
}

export function createLimits({ solvesPerMinute, audit, metrics, db }: LimitParts): Limits {
  const onLimited: OnLimited = async ({ name }, key, first) => {
    metrics.rateLimited.inc({ policy: name });
    const userId = PER_USER.has(name) ? key : '';
    if (first) await audit.record('rate_limited', { userId, details: { policy: name, key } });
  };
  const limit = (policy: Policy): RateLimit => createRateLimit(policy, onLimited, db);
  return {
    solve: limit({ name: 'solve', quota: solvesPerMinute, windowS: MINUTE_S }),
    general: limit(POLICIES.general),
    // Counted by each process for itself: a shared count would cost more than what these limit.
    read: createRateLimit(POLICIES.read, onLimited),
    refused: createRateLimit(POLICIES.refused, onLimited),
    loginName: limit(POLICIES.loginName),
    loginAddress: limit(POLICIES.loginAddress),
    twoFactor: limit(POLICIES.twoFactor),
    factorProof: limit(POLICIES.factorProof),
    register: limit(POLICIES.register),
    question: limit(POLICIES.question),
    refresh: limit(POLICIES.refresh),
  };
}
