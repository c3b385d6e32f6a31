/** Makes chains of audit entries in the service's format, for tests that damage them. */

import { type Collection, type Db, ObjectId } from 'mongodb';
import {
  type AuditDocument,
  CHAIN_START,
  type ChainedDocument,
  type ChainedEntry,
  type ChainHead,
  chainEntry,
  entryHash,
  toChainedEntry,
  toDocument,
} from '../../../mongo/audit-entry.ts';
import type { Random } from '../cases/random.ts';

const ID_DIGITS = 24;

/** A chain of entries; every third entry has the key of a fact that may occur only once. */
export function aChain(length: number): ChainedEntry[] {
  const entries: ChainedEntry[] = [];
  for (let n = 1; n <= length; n++) {
    const fact = {
      id: n.toString(16).padStart(ID_DIGITS, '0'),
      event_type: n % 2 ? 'login' : 'solve_submitted',
      user_id: `user-${n % 5}`,
      timestamp: new Date(Date.UTC(2026, 0, 1) + n * 1000).toISOString(),
      details: { job_id: `job-${n}`, nested: { list: [n, null, 'ä'], empty: {} } },
      ...(n % 3 === 0 && { once: `fact-${n}` }),
    };
    entries.push(chainEntry(entries.at(-1) ?? CHAIN_START, fact));
  }
  return entries;
}

/** An audit log that the test may change with write access to the database, and the random draw. */
interface Target {
  readonly entries: Collection<AuditDocument>;
  readonly db: Db;
  /** The chain as stored. */
  readonly chain: readonly ChainedDocument[];
  readonly draw: Random;
}
type Tampering = (target: Target) => Promise<unknown>;

const drawn = ({ chain, draw }: Target, from = 0): ChainedDocument => {
  const entry = chain[draw.integer(from, chain.length - 1)];
  if (!entry) throw new Error('the chain has no entries');
  return entry;
};
const update =
  (change: (entry: ChainedDocument) => object): Tampering =>
  (target) => {
    const entry = drawn(target);
    return target.entries.updateOne({ _id: entry._id }, change(entry));
  };
const factOf = (document: ChainedDocument) => {
  const { hash, seq, previous_hash, ...fact } = toChainedEntry(document);
  return { ...fact, user_id: 'mallory' };
};
const insertLike = (target: Target, change: object): Promise<unknown> =>
  target.entries.insertOne({ ...drawn(target), _id: new ObjectId(), ...change });

/** Rewrites every entry from `first` on so that hashes and links are consistent; the anchor is not rewritten. */
async function rewrite({ entries, chain }: Target, first: number): Promise<void> {
  let head: ChainHead | undefined = chain[first - 1];
  for (const document of chain.slice(first)) {
    if (!head) return;
    const entry = chainEntry(head, factOf(document));
    await entries.replaceOne({ _id: document._id }, toDocument(entry));
    head = entry;
  }
}

export const TAMPERINGS: Readonly<Record<string, Tampering>> = {
  'another type': update(() => ({ $set: { event_type: 'logout_' } })),
  'another user': update(({ user_id }) => ({ $set: { user_id: `${user_id} ` } })),
  'another time': update(({ timestamp }) => ({ $set: { timestamp: new Date(timestamp.getTime() + 1) } })),
  'a time that is text': update(({ timestamp }) => ({ $set: { timestamp: timestamp.toISOString() } })),
  'another detail': update(() => ({ $inc: { 'details.n': 1 } })),
  'one detail less': update(() => ({ $unset: { 'details.job_id': '' } })),
  'one detail more': update(() => ({ $set: { 'details.more': null } })),
  'a field more': update(() => ({ $set: { id: 'x' } })),
  'no details': update(() => ({ $unset: { details: '' } })),
  'another once': update(() => ({ $set: { once: 'x' } })),
  'another hash': update(({ hash }) => ({ $set: { hash: hash.toUpperCase().replace(/.$/, '-') } })),
  'another link': update(() => ({ $set: { previous_hash: '0'.repeat(63) } })),
  'another place': update(({ seq }) => ({ $set: { seq: seq + 0.5 } })),
  'no place': update(() => ({ $unset: { seq: '' } })),
  'another id': async (target) => {
    const entry = drawn(target);
    await target.entries.deleteOne({ _id: entry._id });
    await target.entries.insertOne({ ...entry, _id: new ObjectId() });
  },
  'a change hashed anew': (target) => {
    const { hash, ...content } = toChainedEntry(drawn(target));
    const forged = { ...content, user_id: 'mallory' };
    const document = toDocument({ ...forged, hash: entryHash(forged) });
    return target.entries.replaceOne({ _id: document._id }, document);
  },
  'an end written anew': (target) => rewrite(target, target.draw.integer(1, target.chain.length - 1)),
  'an entry deleted': (target) => target.entries.deleteOne({ _id: drawn(target)._id }),
  'the first deleted': ({ entries }) => entries.deleteOne({ seq: 1 }),
  'the last deleted': ({ entries, chain }) => entries.deleteOne({ seq: chain.length }),
  'the end cut off': (target) => target.entries.deleteMany({ seq: { $gte: drawn(target).seq } }),
  'the end cut off with the anchor': async (target) => {
    await target.entries.deleteMany({ seq: { $gte: drawn(target, 1).seq } });
    await target.db.collection('audit_head').deleteMany({});
  },
  'an entry repeated': (target) => insertLike(target, {}),
  'an entry in between': (target) => insertLike(target, { seq: drawn(target).seq + 0.5 }),
  'an entry without a place': (target) =>
    target.entries.insertOne(withoutPlace({ ...drawn(target), _id: new ObjectId() })),
  'an old entry without a place': (target) =>
    target.entries.insertOne(
      withoutPlace({ ...drawn(target), _id: new ObjectId('0'.repeat(24)), timestamp: new Date(0) }),
    ),
  'an entry far beyond': (target) => insertLike(target, { seq: target.chain.length + 2 }),
  'an entry at the end that does not fit': (target) => insertLike(target, { seq: target.chain.length + 1 }),
  'two swapped': async (target) => {
    const a = drawn(target, 1);
    const b = target.chain[(a.seq + 6) % target.chain.length] ?? a;
    await target.entries.updateOne({ _id: a._id }, { $set: { seq: b.seq } });
    await target.entries.updateOne({ _id: b._id }, { $set: { seq: a.seq } });
  },
};

function withoutPlace(document: ChainedDocument): AuditDocument {
  const { seq, hash, previous_hash, once, ...rest } = document;
  return rest;
}
