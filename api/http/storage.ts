/** How much a user may keep, over everything that is stored of theirs. */
import { LRUCache } from 'lru-cache';
import type { StoredBytes } from '../../mongo/stored-bytes.ts';
import { TooMany } from './errors.ts';

export interface Storage {
  readonly mostBytes: number;
  /** What a user keeps, bytes; up to a minute old. */
  used(userId: string): Promise<number>;
  /** Throws `TooMany` for a user who keeps all that is allowed. */
  requireSpace(userId: string): Promise<void>;
}

interface StorageSettings {
  readonly MAX_STORED_MB: number;
  readonly JOB_RETENTION_DAYS: number;
}

const BYTES_OF_MB = 1_000_000;
const MOST_USERS = 10_000;
const FRESH_MS = 60_000;
/** Who has just deleted something need not wait for it. */
const FULL_MS = 2000;
/** Waiting helps nobody who deletes nothing. */
const RETRY_AFTER_S = 3600;

export function createStorage(
  { MAX_STORED_MB, JOB_RETENTION_DAYS }: StorageSettings,
  stored: Pick<StoredBytes, 'of'>,
): Storage {
  const mostBytes = MAX_STORED_MB * BYTES_OF_MB;
  const sums = new LRUCache<string, number>({ max: MOST_USERS });
  const used = async (userId: string): Promise<number> => {
    const known = sums.get(userId);
    if (known !== undefined) return known;
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
        `You have ${inMb(bytes)} MB stored of ${MAX_STORED_MB} MB allowed: delete scenarios or networks, or wait ` +
          `until finished runs are deleted, ${JOB_RETENTION_DAYS} days after their end`,
        RETRY_AFTER_S,
      );
    },
  };
}

const inMb = (bytes: number): string => (bytes / BYTES_OF_MB).toFixed(1);
