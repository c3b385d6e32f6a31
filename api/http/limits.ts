/** All quotas of the API. */
import { isIPv6 } from 'node:net';
import type { Audit } from '../../mongo/audit.ts';
import type { MongoConnection } from '../../mongo/connect.ts';
import type { Metrics } from './metrics.ts';
import { createRateLimit, type OnLimited, type Policy, type RateLimit } from './rate-limit.ts';

const MINUTE_S = 60;
const HOUR_S = 3600;

/**
 * Keys: user id for `solve`, `general`, `refused`, `read`, `twoFactor`, `question`; network for the rest, `loginName`
 * with the name before it.
 */
const POLICIES = {
  general: { name: 'general', quota: 600, windowS: MINUTE_S },
  refused: { name: 'refused', quota: 600, windowS: MINUTE_S },
  read: { name: 'read', quota: 6000, windowS: MINUTE_S },
  loginName: { name: 'login', quota: 10, windowS: 15 * MINUTE_S },
  loginAddress: { name: 'login-address', quota: 100, windowS: 15 * MINUTE_S },
  twoFactor: { name: 'two-factor', quota: 10, windowS: 15 * MINUTE_S },
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
    register: limit(POLICIES.register),
    question: limit(POLICIES.question),
    refresh: limit(POLICIES.refresh),
  };
}

const PREFIX_GROUPS = 4;
const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** Key of a caller's address for quotas: one IPv6 customer holds a whole /64. */
export function clientNetwork(ip: string): string {
  const mapped = MAPPED_IPV4.exec(ip)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(ip)) return ip;
  const [head = '', tail] = ip.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...Array<string>(Math.max(0, zeros)).fill('0'), ...after];
  return `${groups.slice(0, PREFIX_GROUPS).join(':')}::/64`;
}
