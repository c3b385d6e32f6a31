/**
 * The audit log: entries are written once and never changed; no verb here can. The only writer is
 * `record`, so that a chain over entries needs one place.
 */
import { type Db, ObjectId } from 'mongodb';
import { isDuplicateKey } from './duplicate-key.ts';
import type { CollectionIndexes } from './indexes.ts';

export const AUDIT_EVENTS = [
  'login',
  'login_failed',
  'logout',
  'token_refreshed',
  'token_reuse_detected',
  'user_registered',
  'password_changed',
  'two_factor_enabled',
  'two_factor_disabled',
  'two_factor_failed',
  'api_key_created',
  'api_key_revoked',
  'module_accessed',
  'subscription_changed',
  'solve_submitted',
  'solve_completed',
  'solve_failed',
  'solve_cancelled',
  'experiment_submitted',
  'experiment_completed',
  'experiment_failed',
  'experiment_cancelled',
  'execution_submitted',
  'execution_completed',
  'execution_failed',
  'config_changed',
  'scenario_changed',
  'results_downloaded',
  'ai_chat',
  'ai_refused',
  'guardrail_blocked',
  'rate_limited',
  'access_denied',
  'service_started',
] as const;
export type AuditEvent = (typeof AUDIT_EVENTS)[number];

/** Never secrets, passwords or whole prompts. */
export type AuditDetails = Readonly<Record<string, unknown>>;

export interface AuditSubject {
  readonly userId: string;
  readonly details: AuditDetails;
  /** Where the request came from; absent for what a workflow does. */
  readonly ip?: string | undefined;
  readonly userAgent?: string | undefined;
  /** Unique key of the fact: a second entry with it is not written, so a retry is harmless. */
  readonly once?: string | undefined;
}

export interface AuditEntry {
  readonly id: string;
  readonly event_type: string;
  readonly user_id: string;
  readonly timestamp: string;
  readonly details: AuditDetails;
}

export interface AuditFilter {
  readonly type?: string | undefined;
  readonly userId?: string | undefined;
  /** Entries older than this instant. */
  readonly before?: Date | undefined;
  readonly limit: number;
}

export interface Audit {
  record(event: AuditEvent, subject: AuditSubject): Promise<void>;
  /** Newest first. */
  list(filter: AuditFilter): Promise<AuditEntry[]>;
}

const COLLECTION = 'audit';

interface AuditDocument {
  readonly _id: ObjectId;
  readonly event_type: string;
  readonly user_id: string;
  readonly timestamp: Date;
  readonly details: AuditDetails;
  readonly once?: string | undefined;
}

export const auditIndexes: CollectionIndexes = {
  collection: COLLECTION,
  indexes: [
    { key: { timestamp: -1, _id: -1 }, name: 'newest' },
    { key: { event_type: 1, timestamp: -1 }, name: 'type' },
    { key: { user_id: 1, timestamp: -1 }, name: 'user' },
    { key: { once: 1 }, name: 'once', unique: true, sparse: true },
  ],
};

export function createAudit(db: Db): Audit {
  const audit = db.collection<AuditDocument>(COLLECTION);
  return {
    record: async (event_type, { userId, details, ip, userAgent, once }) => {
      const origin = { ...(ip && { ip }), ...(userAgent && { user_agent: userAgent }) };
      try {
        await audit.insertOne({
          _id: new ObjectId(),
          event_type,
          user_id: userId,
          timestamp: new Date(),
          details: { ...details, ...origin },
          once,
        });
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
    },
    list: async (filter) => {
      const newestFirst = audit.find(toQuery(filter)).sort({ timestamp: -1, _id: -1 });
      return (await newestFirst.limit(filter.limit).toArray()).map(toEntry);
    },
  };
}

const toQuery = ({ type, userId, before }: AuditFilter) => ({
  ...(type !== undefined && { event_type: { $eq: type } }),
  ...(userId !== undefined && { user_id: { $eq: userId } }),
  ...(before !== undefined && { timestamp: { $lt: before } }),
});

const toEntry = ({ _id, event_type, user_id, timestamp, details }: AuditDocument): AuditEntry => ({
  id: _id.toHexString(),
  event_type,
  user_id,
  timestamp: timestamp.toISOString(),
  details,
});
