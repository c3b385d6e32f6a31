/** An entry of the audit log as a link of its chain. */
import { createHash } from 'node:crypto';
import { BSON, ObjectId } from 'mongodb';
import { canonicalJson } from '../temporal/json/canonical-json.ts';

/** Content of an entry and the hash of the previous entry. The hash of the entry covers all of these fields. */
export interface EntryContent {
  /** Position in the chain: 1, 2, 3, ... without gaps. */
  readonly seq: number;
  readonly id: string;
  readonly event_type: string;
  readonly user_id: string;
  /** Time of the event, ISO 8601, UTC, milliseconds. */
  readonly timestamp: string;
  readonly details: Readonly<Record<string, unknown>>;
  /**
   * Unique key of the fact. The hash covers the key if it is present; otherwise the same fact could be recorded twice.
   */
  readonly once?: string | undefined;
  /** Hash of entry `seq - 1`. */
  readonly previous_hash: string;
}

export interface ChainedEntry extends EntryContent {
  /** SHA-256 of all other fields, hex. */
  readonly hash: string;
}

/** The end of a chain, to which the next entry is linked. */
export type ChainHead = Pick<ChainedEntry, 'seq' | 'hash'>;

/** The head to which the first entry of a chain is linked. */
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
 * hash = SHA-256(canonical JSON of {seq, id, event_type, user_id, timestamp, details, [once], previous_hash}), hex. Throws if
 * the content is not JSON.
 */
export const entryHash = (content: EntryContent): string =>
  createHash('sha256').update(canonicalJson(content)).digest('hex');

/** An audit entry as stored. */
export interface AuditDocument {
  readonly _id: ObjectId;
  readonly event_type: string;
  readonly user_id: string;
  readonly timestamp: Date;
  readonly details: EntryContent['details'];
  readonly once?: string | undefined;
  /** Position in the chain; absent, like the hashes, in entries that were stored before the chain began. */
  readonly seq?: number;
  readonly previous_hash?: string;
  readonly hash?: string;
}

/** A document with a position in the chain. */
export type ChainedDocument = AuditDocument & Required<Pick<AuditDocument, 'seq' | 'previous_hash' | 'hash'>>;

export const toDocument = ({ id, timestamp, ...rest }: ChainedEntry): ChainedDocument => ({
  _id: new ObjectId(id),
  timestamp: new Date(timestamp),
  ...rest,
});

/**
 * The entry with all current fields of its document, because an additional field changes the hash. An id or timestamp
 * of another type could have the same text, so it is left empty.
 */
export const toChainedEntry = ({ _id, timestamp, ...rest }: ChainedDocument): ChainedEntry => ({
  id: _id instanceof ObjectId ? _id.toHexString() : '',
  timestamp: timestamp instanceof Date && !Number.isNaN(timestamp.getTime()) ? timestamp.toISOString() : '',
  ...rest,
});

/**
 * Largest details of an entry, bytes of JSON, including the names of shortened fields. Small, because entries are kept
 * for ever.
 */
const MOST_BYTES = 4096;
const MOST_CUT_NAMES = 150;
/** Bytes for the details without the names of shortened fields. JSON writes a control character of a name as six. */
const ROOM_BYTES = MOST_BYTES - 6 * MOST_CUT_NAMES - 100;
const SHORTENED = 100;

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '');

/** Shortens large texts of the details and omits other large values; `cut` names them. */
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
 * Details as MongoDB returns them, because the hash must cover the data as stored. Throws if MongoDB or JSON cannot
 * represent them.
 */
export function storedDetails(recorded: EntryContent['details']): EntryContent['details'] {
  const details = withinBounds(recorded);
  const json: unknown = JSON.parse(JSON.stringify({ details }));
  const { details: stored } = BSON.deserialize(BSON.serialize(Object(json)));
  return stored;
}
