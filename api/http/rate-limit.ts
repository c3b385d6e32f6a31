/**
 * Fixed windows that count in MongoDB, so that all API processes agree; in memory when it is away.
 * Headers after draft-ietf-httpapi-ratelimit-headers: `"name";q=quota;w=window`, `"name";r=rest;t=reset`.
 */
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterMongo,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import type { MongoConnection } from '../../mongo/connect.ts';
import { RATE_LIMITS } from '../../mongo/rate-limits.ts';
import { RateLimited } from './errors.ts';
import type { Headers } from './headers.ts';

export interface Policy {
  readonly name: string;
  readonly quota: number;
  readonly windowS: number;
}

export interface RateLimit {
  /** Takes one from the quota of `key` and says what is left; throws `RateLimited` when there is none. */
  consume(key: string): Promise<Headers>;
  /** What is left, without taking any; throws `RateLimited` when there is none. */
  peek(key: string): Promise<Headers>;
  /** Gives one back. */
  refund(key: string): Promise<void>;
}

/** Called when a quota refuses; `first` once per window and key over all processes. */
export type OnLimited = (policy: Policy, key: string, first: boolean) => Promise<void>;

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
