/** An entry of the audit log as a link of its chain. */
import { createHash } from 'node:crypto';
import { BSON, ObjectId } from 'mongodb';
import { canonicalJson } from '../temporal/json/canonical-json.ts';

/** What an entry says of itself and of the one before it: everything that is hashed. */
export interface EntryContent {
  /** 1, 2, 3, ... without gaps. */
  readonly seq: number;
  readonly id: string;
  readonly event_type: string;
  readonly user_id: string;
  /** ISO 8601, UTC, milliseconds. */
  readonly timestamp: string;
  readonly details: Readonly<Record<string, unknown>>;
  /** Hashed where there is one: without it the same fact could be told again. */
  readonly once?: string | undefined;
  /** Hash of entry `seq - 1`. */
  readonly previous_hash: string;
}

export interface ChainedEntry extends EntryContent {
  /** SHA-256 of everything else, hex. */
  readonly hash: string;
}

/** Where a chain ends: what the next entry is linked to. */
export type ChainHead = Pick<ChainedEntry, 'seq' | 'hash'>;

/** What the first entry is linked to. */
export const CHAIN_START: ChainHead = { seq: 0, hash: '0'.repeat(64) };

/** Links a new entry to the head of a chain. */
export function chainEntry(
  { seq, hash }: ChainHead,
  fact: Omit<EntryContent, 'seq' | 'previous_hash'>,
): ChainedEntry {
  const content = { ...fact, seq: seq + 1, previous_hash: hash };
  return { ...content, hash: entryHash(content) };
}

/**
 * hash = SHA-256(canonical JSON of {seq, id, event_type, user_id, timestamp, details, [once], previous_hash}), hex.
 * Throws when the content is not JSON.
 */
export const entryHash = (content: EntryContent): string =>
  createHash('sha256').update(canonicalJson(content)).digest('hex');

/** An audit entry at rest. */
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

/** An entry is kept for ever: its details have at most 4 kB of JSON, the names of what was cut included. */
const MOST_BYTES = 4096;
const MOST_CUT_NAMES = 150;
/** JSON writes a control character in six. */
const ROOM_BYTES = MOST_BYTES - 6 * MOST_CUT_NAMES - 100;
const SHORTENED = 100;

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '');

/** Large details are shortened where they are text and left out where they are not; `cut` names them. */
function withinBounds(details: EntryContent['details']): EntryContent['details'] {
  if (bytesOf(details) <= MOST_BYTES) return details;
  const whole: [string, unknown][] = [];
  const cut: string[] = [];
  let bytes = 0;
  const add = (name: string, value: unknown): boolean => {
    const more = bytesOf({ [name]: value });
    if (bytes + more > ROOM_BYTES) return false;
    bytes += more;
    return whole.push([name, value]) > 0;
  };
  const bySize = Object.entries(details).sort(([, a], [, b]) => bytesOf(a) - bytesOf(b));
  for (const [name, value] of bySize) {
    if (add(name, value)) continue;
    cut.push(name.slice(0, MOST_CUT_NAMES));
    if (typeof value === 'string') add(name, `${value.slice(0, SHORTENED)}...`);
  }
  return { ...Object.fromEntries(whole), cut: cut.join(', ').slice(0, MOST_CUT_NAMES) };
}

/**
 * Details as MongoDB gives them back: what is hashed must be what is read. Throws when MongoDB or JSON cannot hold
 * them.
 */
export function storedDetails(asked: EntryContent['details']): EntryContent['details'] {
  const details = withinBounds(asked);
  const json: unknown = JSON.parse(JSON.stringify({ details }));
  const { details: stored } = BSON.deserialize(BSON.serialize(Object(json)));
  return stored;
}
