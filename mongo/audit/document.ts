/** An audit entry at rest. */
import { ObjectId } from 'mongodb';
import type { ChainedEntry, EntryContent } from './chained-entry.ts';

export interface AuditDocument {
  readonly _id: ObjectId;
  readonly event_type: string;
  readonly user_id: string;
  readonly timestamp: Date;
  readonly details: EntryContent['details'];
  readonly once?: string | undefined;
  /** Absent, like the hashes, in entries from before the chain. */
  readonly seq?: number;
  readonly previous_hash?: string;
  readonly hash?: string;
}

/** A document with a seq. */
export type ChainedDocument = AuditDocument & Required<Pick<AuditDocument, 'seq' | 'previous_hash' | 'hash'>>;

export const toDocument = ({ id, timestamp, ...rest }: ChainedEntry): ChainedDocument => ({
  _id: new ObjectId(id),
  timestamp: new Date(timestamp),
  ...rest,
});

/**
 * The document with whatever fields it has by now: one too many changes the hash. An id or timestamp of
 * another type, which could read the same, is left empty for the same reason.
 */
export const toChainedEntry = ({ _id, timestamp, ...rest }: ChainedDocument): ChainedEntry => ({
  id: _id instanceof ObjectId ? _id.toHexString() : '',
  timestamp: timestamp instanceof Date && !Number.isNaN(timestamp.getTime()) ? timestamp.toISOString() : '',
  ...rest,
});
