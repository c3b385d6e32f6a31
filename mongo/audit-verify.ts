/**
 * Verifies a chain from its start and reports the first entry that was altered. A chain without a secret detects
 * entries that were changed, deleted, inserted or hashed again without their successors, and a truncated end. It cannot
 * detect that an attacker rewrote all entries after some point together with the anchor; copies of the newest hash
 * outside the database reveal this. Nor can it detect entries that an attacker appends as the service would.
 */
import type { Collection, Db } from 'mongodb';
import { CHAINED, createAnchor, OUTSIDE } from './audit-chain.ts';
import {
  type AuditDocument,
  CHAIN_START,
  type ChainedDocument,
  type ChainedEntry,
  type ChainHead,
  entryHash,
  toChainedEntry,
} from './audit-entry.ts';

/**
 * Kinds of problems. `changed`: the hash does not match the content or the anchor; `missing`: a gap in seq; `relinked`:
 * previous_hash is not the hash of the previous entry; `inserted`: a repeated seq, or an entry that is outside the
 * chain but younger than its start; `truncated`: the anchor is beyond the last entry, or missing.
 */
export const CHAIN_PROBLEMS = ['changed', 'missing', 'relinked', 'inserted', 'truncated'] as const;
type ChainProblem = (typeof CHAIN_PROBLEMS)[number];

interface BadEntry {
  /** Position in the chain; null for an entry outside it. */
  readonly seq: number | null;
  /** Id of the entry; null if the entry is missing. */
  readonly id: string | null;
  readonly problem: ChainProblem;
}

export interface ChainVerdict {
  readonly valid: boolean;
  /** Number of entries up to the first bad entry, or of all entries if the chain is intact. */
  readonly entries: number;
  readonly first_bad: BadEntry | null;
}

/**
 * Verifies `entries`, which are in the order of seq. `anchor`: the newest head, stored apart from the chain and read
 * before the entries; null if there is no anchor.
 */
export async function verifyChain(
  entries: Iterable<ChainedEntry> | AsyncIterable<ChainedEntry>,
  anchor: ChainHead | null,
): Promise<ChainVerdict> {
  let head = CHAIN_START;
  for await (const entry of entries) {
    const bad = badEntry(entry, head, anchor);
    if (bad) return { valid: false, entries: head.seq, first_bad: bad };
    head = entry;
  }
  const next = { seq: head.seq + 1, id: null };
  const isWhole = anchor ? anchor.seq <= head.seq : head.seq === 0;
  return isWhole
    ? { valid: true, entries: head.seq, first_bad: null }
    : { valid: false, entries: head.seq, first_bad: { ...next, problem: 'truncated' } };
}

function badEntry(entry: ChainedEntry, before: ChainHead, anchor: ChainHead | null): BadEntry | null {
  const { seq, id } = entry;
  if (seq > before.seq + 1) return { seq: before.seq + 1, id: null, problem: 'missing' };
  if (seq <= before.seq) return { seq, id, problem: 'inserted' };
  if (!isUnchanged(entry)) return { seq, id, problem: 'changed' };
  if (entry.previous_hash !== before.hash) return { seq, id, problem: 'relinked' };
  if (anchor?.seq === seq && anchor.hash !== entry.hash) return { seq, id, problem: 'changed' };
  return null;
}

function isUnchanged({ hash, ...content }: ChainedEntry): boolean {
  try {
    return entryHash(content) === hash;
  } catch {
    // The content is not JSON, so the service did not write it.
    return false;
  }
}

/** Verifies the stored chain entry by entry, so that memory never holds all entries. */
export async function verifyStored(entries: Collection<AuditDocument>, db: Db): Promise<ChainVerdict> {
  // The anchor is read before the entries, because entries that are added in between could place the anchor beyond the
  // end.
  const anchor = await createAnchor(db).read();
  const chained = entries.find<ChainedDocument>(CHAINED).sort({ seq: 1 }).allowDiskUse();
  const verdict = await verifyChain(chained.map(toChainedEntry), anchor);
  if (!anchor || !verdict.valid) return verdict;
  const stray = await findStray(entries, anchor.outside);
  return stray ? { ...verdict, valid: false, first_bad: stray } : verdict;
}

/** An entry without seq that was stored after the chain began. */
async function findStray(entries: Collection<AuditDocument>, outside: number): Promise<BadEntry | null> {
  const first = await entries.findOne({ seq: 1 });
  const younger = first && { $or: [{ _id: { $gt: first._id } }, { timestamp: { $gt: first.timestamp } }] };
  const tooMany = (await entries.countDocuments(OUTSIDE)) > outside;
  const stray = await entries.findOne({ ...OUTSIDE, ...(!tooMany && younger) }, { sort: { _id: -1 } });
  if (!stray || !(tooMany || younger)) return null;
  return { seq: null, id: String(stray._id), problem: 'inserted' };
}
