/**
 * The audit log. Entries are written once, and no function here changes them. Each entry contains the hash of the
 * previous one, so that `verify` detects changes made outside the service.
 */
import { type Db, ObjectId } from 'mongodb';
import { createAppend, createChain, type Fact, lastEntry } from './audit-chain.ts';
import { type AuditDocument, type ChainedEntry, type ChainHead, storedDetails } from './audit-entry.ts';
import { createOutbox } from './audit-outbox.ts';
import { type ChainVerdict, verifyStored } from './audit-verify.ts';
import { gather } from './gather.ts';
import type { CollectionIndexes } from './indexes.ts';
import { inTransaction, type Transaction } from './transaction.ts';

export const AUDIT_EVENTS = [
  'login',
  'login_failed',
  'logout',
  'token_refreshed',
  'token_reuse_detected',
  'user_registered',
  'password_changed',
  'password_refused',
  'password_link_made',
  'two_factor_enabled',
  'two_factor_disabled',
  'two_factor_failed',
  'recovery_codes_renewed',
  'api_key_created',
  'api_key_revoked',
  'share_made',
  'share_opened',
  'share_revoked',
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
  'study_submitted',
  'study_completed',
  'study_failed',
  'study_cancelled',
  'config_changed',
  'schedule_changed',
  'webhook_changed',
  'scenario_changed',
  'results_downloaded',
  'signing_key_rotated',
  'run_opened',
  'run_commanded',
  'ai_chat',
  'ai_refused',
  'tool_called',
  'guardrail_blocked',
  'rate_limited',
  'access_denied',
  'service_started',
] as const;
export type AuditEvent = (typeof AUDIT_EVENTS)[number];

/** Details of an event. They must not contain secrets, passwords or whole prompts. */
export type AuditDetails = Readonly<Record<string, unknown>>;

export interface AuditSubject {
  readonly userId: string;
  readonly details: AuditDetails;
  /** Address of the client; absent for events of workflows. */
  readonly ip?: string | undefined;
  readonly userAgent?: string | undefined;
  /** Unique key of the fact. A second entry with this key is not written, so that retries have no effect. */
  readonly once?: string | undefined;
}

interface AuditEntry {
  readonly id: string;
  readonly event_type: string;
  readonly user_id: string;
  readonly timestamp: string;
  readonly details: AuditDetails;
  /** Position in the chain; absent in entries that were stored before the chain began. */
  readonly seq?: number;
}

/** An entry with its fields in the chain, which are absent for an entry outside it. */
export type LinkedAuditEntry = AuditEntry & Partial<Pick<ChainedEntry, 'previous_hash' | 'hash'>>;

interface AuditRange {
  readonly type?: string | undefined;
  readonly userId?: string | undefined;
  /** Start of the range (inclusive). */
  readonly from?: Date | undefined;
  /** End of the range (exclusive). */
  readonly to?: Date | undefined;
}

interface AuditPage extends AuditRange {
  /** The last entry of the previous page. */
  readonly after?: AuditPlace | undefined;
  readonly limit: number;
}

/** Position of an entry in the list: entries of the same millisecond are ordered by id. */
export interface AuditPlace {
  readonly timestamp: Date;
  /** 24 hexadecimal digits. */
  readonly id: string;
}

export interface Audit {
  /**
   * Records an event. Resolves when the entry is stored; with `tx`, when it is certain to be stored with the
   * transaction.
   */
  record(event: AuditEvent, subject: AuditSubject, tx?: Transaction): Promise<void>;
  /**
   * Stores a change together with its audit entries, or neither. Writes and `record` use the transaction that `change`
   * receives. An error in `change` rolls the transaction back. `change` runs again after a conflict with another
   * writer. `next` runs while the entries are appended to the chain.
   */
  together<T>(change: (tx: Transaction) => Promise<T>, next?: (made: T) => Promise<unknown>): Promise<T>;
  /**
   * Appends facts that processes recorded before `before` and did not append because they died. Returns the number of
   * these facts.
   */
  appendLeft(before: Date): Promise<number>;
  /** Entries of a page, newest first. */
  list(page: AuditPage): Promise<AuditEntry[]>;
  /** Entries of a range with their links, oldest first, without a limit on their number. */
  linked(range: AuditRange): AsyncIterable<LinkedAuditEntry>;
  /** The newest entry of the chain; null for an empty chain. */
  newest(): Promise<ChainHead | null>;
  /** Verifies the whole chain. Entries without seq, which were stored before the chain began, are not verified. */
  verify(): Promise<ChainVerdict>;
}

const COLLECTION = 'audit';
/** Maximum number of facts that one call of `appendLeft` appends. */
const LEFT_BATCH = 1000;

export const auditIndexes: CollectionIndexes = {
  collection: COLLECTION,
  indexes: [
    { key: { timestamp: -1, _id: -1 }, name: 'newest' },
    { key: { event_type: 1, timestamp: -1 }, name: 'type' },
    { key: { user_id: 1, timestamp: -1 }, name: 'user' },
    { key: { once: 1 }, name: 'once', unique: true, sparse: true },
    { key: { seq: 1 }, name: 'seq', unique: true, sparse: true },
  ],
};

export function createAudit(db: Db): Audit {
  const audit = db.collection<AuditDocument>(COLLECTION);
  const append = createAppend(createChain(audit, db));
  const outbox = createOutbox(db);
  const recorded = new WeakMap<Transaction, Fact[]>();
  const appendAll = async (facts: readonly Fact[]): Promise<string[]> => {
    await Promise.all(facts.map(append));
    return facts.map(({ id }) => id);
  };
  const remove = gather<string>((ids) => outbox.remove(ids));
  return {
    record: async (event, subject, tx) => {
      const fact = toFact(event, subject);
      if (!tx) return append(fact);
      await outbox.put(fact, tx);
      recorded.get(tx)?.push(fact);
    },
    together: async (change, next) => {
      const { made, facts } = await inTransaction(db, async (tx) => {
        const facts: Fact[] = [];
        recorded.set(tx, facts);
        return { made: await change(tx), facts };
      });
      // The facts are stored, so errors are ignored: the workflow `sweep` appends facts that fail now.
      const appended = appendAll(facts).then((ids) => ids.forEach(remove));
      await Promise.all([appended.catch(() => undefined), next?.(made)]);
      return made;
    },
    appendLeft: async (before) => {
      const facts = await outbox.waiting(before, LEFT_BATCH);
      await outbox.remove(await appendAll(facts));
      return facts.length;
    },
    list: async ({ after, limit, ...range }) => {
      const query = { $and: [toQuery(range), after ? olderThan(after) : {}] };
      const newestFirst = audit.find(query).sort({ timestamp: -1, _id: -1 });
      return (await newestFirst.limit(limit).toArray()).map(toEntry);
    },
    linked: (range) => audit.find(toQuery(range)).sort({ timestamp: 1, _id: 1 }).allowDiskUse().map(toLinked),
    newest: () => lastEntry(audit),
    verify: () => verifyStored(audit, db),
  };
}

const toFact = (event_type: AuditEvent, { userId, details, ip, userAgent, once }: AuditSubject): Fact => ({
  id: new ObjectId().toHexString(),
  event_type,
  user_id: userId,
  timestamp: new Date().toISOString(),
  details: storedDetails({ ...details, ...(ip && { ip }), ...(userAgent && { user_agent: userAgent }) }),
  ...(once !== undefined && { once }),
});

const toQuery = ({ type, userId, from, to }: AuditRange) => ({
  ...(type !== undefined && { event_type: { $eq: type } }),
  ...(userId !== undefined && { user_id: { $eq: userId } }),
  ...((from ?? to) && { timestamp: { ...(from && { $gte: from }), ...(to && { $lt: to }) } }),
});

const olderThan = ({ timestamp, id }: AuditPlace) => ({
  timestamp: { $lte: timestamp },
  $or: [{ timestamp: { $lt: timestamp } }, { _id: { $lt: new ObjectId(id) } }],
});

const toEntry = ({ _id, event_type, user_id, timestamp, details, seq }: AuditDocument): AuditEntry => ({
  id: _id.toHexString(),
  event_type,
  user_id,
  timestamp: timestamp.toISOString(),
  details,
  ...(seq !== undefined && { seq }),
});

const toLinked = (document: AuditDocument): LinkedAuditEntry => {
  const { previous_hash, hash } = document;
  return {
    ...toEntry(document),
    ...(previous_hash !== undefined && { previous_hash }),
    ...(hash !== undefined && { hash }),
  };
};
