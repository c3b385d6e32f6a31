/** Idempotency keys in this process; none expires. */
import type { Idempotency, IdempotencyRecord } from '../../../mongo/idempotency.ts';

export function memoryIdempotency(): Idempotency {
  const keys = new Map<string, IdempotencyRecord>();
  return {
    find: async (id) => keys.get(id) ?? null,
    claim: async (_id, job_id, body_sha256, now) => {
      const record = keys.get(_id) ?? { _id, job_id, body_sha256, expires_at: now };
      keys.set(_id, record);
      return record;
    },
    forget: async (jobId) => {
      for (const { _id, job_id } of keys.values()) if (job_id === jobId) keys.delete(_id);
    },
  };
}
