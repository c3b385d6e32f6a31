/**
 * Quotas of the API for calls and stored bytes. Calls are counted in fixed windows in MongoDB, so that all API
 * processes agree, and in memory while MongoDB is unavailable. Headers follow draft-ietf-httpapi-ratelimit-headers:
 * `"name";q=quota;w=window`, `"name";r=rest;t=reset`.
 */
import { LRUCache } from 'lru-cache';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterMongo,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import type { Audit } from '../../mongo/audit.ts';
import type { MongoConnection } from '../../mongo/connect.ts';
import { RATE_LIMITS } from '../../mongo/rate-limits.ts';
import type { StoredBytes } from '../../mongo/stored-bytes.ts';
import { RateLimited, TooMany } from './errors.ts';
import type { Headers } from './headers.ts';
import type { Metrics } from './metrics.ts';

const MINUTE_S = 60;
const HOUR_S = 3600;

/**
 * Quotas of calls. `solve`, `general`, `refused`, `read`, `twoFactor`, `factorProof`, `question` and `whatIf` are
 * counted by user id; `loginName` by user name and network; all others by network.
 */
const POLICIES = {
  general: { name: 'general', quota: 600, windowS: MINUTE_S },
  refused: { name: 'refused', quota: 600, windowS: MINUTE_S },
  read: { name: 'read', quota: 6000, windowS: MINUTE_S },
  loginName: { name: 'login', quota: 10, windowS: 15 * MINUTE_S },
  loginAddress: { name: 'login-address', quota: 100, windowS: 15 * MINUTE_S },
  twoFactor: { name: 'two-factor', quota: 10, windowS: 15 * MINUTE_S },
  /** Separate from `twoFactor`, so that the holder of a stolen token cannot use up the owner's sign-in attempts. */
  factorProof: { name: 'factor-proof', quota: 10, windowS: 15 * MINUTE_S },
  register: { name: 'register', quota: 10, windowS: HOUR_S },
  question: { name: 'question', quota: 60, windowS: HOUR_S },
  /** Separate from `solve`, because dragging a slider sends many requests, each of which cancels the previous one. */
  whatIf: { name: 'what-if', quota: 60, windowS: MINUTE_S },
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
  'what-if',
]);

export type Limits = Readonly<Record<keyof typeof POLICIES, RateLimit>> & {
  /** One quota for uc, scuc and ed solves together; consumed after all other checks. */
  readonly solve: RateLimit;
};

interface LimitParts {
  readonly solvesPerMinute: number;
  readonly audit: Pick<Audit, 'record'>;
  readonly metrics: Pick<Metrics, 'rateLimited'>;
  /** Database of the shared counts; if absent, quotas are counted in memory. */
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
    // This quota is counted per process, because a shared count would cost more than the calls that it limits.
    read: createRateLimit(POLICIES.read, onLimited),
    refused: createRateLimit(POLICIES.refused, onLimited),
    loginName: limit(POLICIES.loginName),
    loginAddress: limit(POLICIES.loginAddress),
    twoFactor: limit(POLICIES.twoFactor),
    factorProof: limit(POLICIES.factorProof),
    register: limit(POLICIES.register),
    question: limit(POLICIES.question),
    whatIf: limit(POLICIES.whatIf),
    refresh: limit(POLICIES.refresh),
  };
}

export interface Policy {
  readonly name: string;
  readonly quota: number;
  readonly windowS: number;
}

export interface RateLimit {
  /**
   * Takes one call from the quota of `key`, and returns headers with the remaining number; throws `RateLimited` if the
   * quota is used up.
   */
  consume(key: string): Promise<Headers>;
  /** Returns headers with the remaining quota without taking a call; throws `RateLimited` if the quota is used up. */
  peek(key: string): Promise<Headers>;
  /** Returns one call to the quota of `key`. */
  refund(key: string): Promise<void>;
}

/** Called when a quota refuses a call. `first`: true for the first refusal in a window and key, over all processes. */
type OnLimited = (policy: Policy, key: string, first: boolean) => Promise<void>;

export function createRateLimit(policy: Policy, onLimited: OnLimited, db?: MongoConnection['db']): RateLimit {
  const limiter = createLimiter(policy, db);
  const refuse = async (state: RateLimiterRes, key: string): Promise<never> => {
    await onLimited(policy, key, state.consumedPoints === policy.quota + 1);
    throw new RateLimited(state.msBeforeNext / 1000, toHeaders(policy, state));
  };
  return {
    consume: async (key) => {
      try {
        return toHeaders(policy, await limiter.consume(key));
      } catch (error) {
        if (error instanceof RateLimiterRes) return refuse(error, key);
        throw error;
      }
    },
    peek: async (key) => {
      const state = await limiter.get(key);
      if (state && state.consumedPoints >= policy.quota) return refuse(state, key);
      return toHeaders(policy, state ?? new RateLimiterRes(policy.quota, policy.windowS * 1000));
    },
    refund: async (key) => {
      await limiter.reward(key);
    },
  };
}

function createLimiter({ name, quota, windowS }: Policy, db?: MongoConnection['db']): RateLimiterAbstract {
  const options = { keyPrefix: name, points: quota, duration: windowS };
  const memory = new RateLimiterMemory(options);
  return db
    ? new RateLimiterMongo({
        ...options,
        storeClient: db,
        tableName: RATE_LIMITS,
        disableIndexesCreation: true,
        insuranceLimiter: memory,
        inMemoryBlockOnConsumed: quota + 1,
      })
    : memory;
}

const toHeaders = (
  { name, quota, windowS }: Policy,
  { remainingPoints, msBeforeNext }: RateLimiterRes,
): Headers => ({
  'RateLimit-Policy': `"${name}";q=${quota};w=${windowS}`,
  RateLimit: `"${name}";r=${Math.max(0, remainingPoints)};t=${Math.max(1, Math.ceil(msBeforeNext / 1000))}`,
});

/** Quota of stored bytes per user. */
export interface Storage {
  readonly mostBytes: number;
  /** Bytes that a user has stored; the figure is up to a minute old. */
  used(userId: string): Promise<number>;
  /** Throws `TooMany` for a user who has used up the quota. */
  requireSpace(userId: string): Promise<void>;
}

interface StorageSettings {
  readonly MAX_STORED_MB: number;
  readonly JOB_RETENTION_DAYS: number;
}

const BYTES_OF_MB = 1_000_000;
const MOST_USERS = 10_000;
const FRESH_MS = 60_000;
/** Time for which a full quota is cached, ms; short, so that a deletion takes effect soon. */
const FULL_MS = 2000;
/** Retry-After of a full quota, s; long, since only a deletion frees space. */
const RETRY_AFTER_S = 3600;

export function createStorage(
  { MAX_STORED_MB, JOB_RETENTION_DAYS }: StorageSettings,
  stored: Pick<StoredBytes, 'of'>,
): Storage {
  const mostBytes = MAX_STORED_MB * BYTES_OF_MB;
  const sums = new LRUCache<string, number>({ max: MOST_USERS });
  const used = async (userId: string): Promise<number> => {
    const cachedBytes = sums.get(userId);
    if (cachedBytes !== undefined) return cachedBytes;
    const bytes = await stored.of(userId);
    sums.set(userId, bytes, { ttl: bytes < mostBytes ? FRESH_MS : FULL_MS });
    return bytes;
  };
  return {
    mostBytes,
    used,
    async requireSpace(userId) {
      const bytes = await used(userId);
      if (bytes < mostBytes) return;
      throw new TooMany(
        `You have stored ${inMb(bytes)} MB of the ${MAX_STORED_MB} MB allowed: delete scenarios or networks, or wait ` +
          `until finished runs are deleted, ${JOB_RETENTION_DAYS} days after their end`,
        RETRY_AFTER_S,
      );
    },
  };
}

const inMb = (bytes: number): string => (bytes / BYTES_OF_MB).toFixed(1);
