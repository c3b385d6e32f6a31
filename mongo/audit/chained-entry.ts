/** An entry of the audit log as a link of its chain. */
import { entryHash } from './entry-hash.ts';

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
