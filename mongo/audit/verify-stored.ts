/** Verifies the chain as it is in MongoDB, entry by entry: never all in memory. */
import type { Collection, Db } from 'mongodb';
import { createAnchor } from './anchor.ts';
import { CHAINED, OUTSIDE } from './chain.ts';
import { type AuditDocument, type ChainedDocument, toChainedEntry } from './document.ts';
import { type BadEntry, type ChainVerdict, verifyChain } from './verify-chain.ts';

export async function verifyStored(entries: Collection<AuditDocument>, db: Db): Promise<ChainVerdict> {
  // Before the entries: those that are added meanwhile must not look like an anchor that is beyond the end.
  const anchor = await createAnchor(db).read();
  const chained = entries.find<ChainedDocument>(CHAINED).sort({ seq: 1 }).allowDiskUse();
  const verdict = await verifyChain(chained.map(toChainedEntry), anchor);
  if (!anchor || !verdict.valid) return verdict;
  const stray = await findStray(entries, anchor.outside);
  return stray ? { ...verdict, valid: false, first_bad: stray } : verdict;
}

/** An entry without a place in the chain that was not there when the chain began. */
async function findStray(entries: Collection<AuditDocument>, outside: number): Promise<BadEntry | null> {
  const first = await entries.findOne({ seq: 1 });
  const younger = first && { $or: [{ _id: { $gt: first._id } }, { timestamp: { $gt: first.timestamp } }] };
  const tooMany = (await entries.countDocuments(OUTSIDE)) > outside;
  const stray = await entries.findOne({ ...OUTSIDE, ...(!tooMany && younger) }, { sort: { _id: -1 } });
  if (!stray || !(tooMany || younger)) return null;
  return { seq: null, id: String(stray._id), problem: 'inserted' };
}
