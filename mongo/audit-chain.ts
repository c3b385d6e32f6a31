/**
 * Appends entries to the chain that all processes share. A fact is an event to be recorded; an entry is a fact with its
 * place in the chain. Entries are linked to the newest known entry and inserted in order. The unique index on seq lets
 * one writer succeed; the others link their entries again.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { type Collection, type Db, MongoBulkWriteError } from 'mongodb';
import {
  type AuditDocument,
  CHAIN_START,
  type ChainedDocument,
  type ChainHead,
  chainEntry,
  type EntryContent,
  toDocument,
} from './audit-entry.ts';
import { isDuplicateKey, isUnavailable } from './errors.ts';
import { gather } from './gather.ts';

export type Fact = Omit<EntryContent, 'seq' | 'previous_hash'>;

/**
 * Reason for the refusal of the first fact that is not stored: another writer took its seq, the fact is stored already,
 * or it is invalid.
 */
interface Refusal {
  readonly because: 'overtaken' | 'told' | 'bad';
  readonly error: Error;
}

interface Extension {
  /** Number of facts stored without a gap, counted from the first. */
  readonly stored: number;
  /** Refusal of the first fact that is not stored; null if all are stored. */
  readonly refusal: Refusal | null;
}

export interface Chain {
  /**
   * Appends facts. Must not be called concurrently. Rejects if MongoDB fails as a whole; it is then unknown which facts
   * are stored.
   */
  extend(facts: readonly Fact[]): Promise<Extension>;
}

export const CHAINED = { seq: { $gte: 1 } };
export const OUTSIDE = { seq: { $not: { $gte: 1 } } };

export function createChain(entries: Collection<AuditDocument>, db: Db): Chain {
  const anchor = createAnchor(db);
  let head: ChainHead | undefined;
  let overtaken = false;
  return {
    extend: async (facts) => {
      // Reads the head after the caller has waited, because a head that was read earlier would be outdated.
      if (head && overtaken) head = later(await lastEntry(entries), head);
      head ??= await firstHead(entries, anchor);
      const documents = link(head, facts);
      const extension = await insertInOrder(entries, documents);
      overtaken = extension.refusal?.because === 'overtaken';
      const last = documents[extension.stored - 1];
      if (last) {
        head = last;
        anchor.advance(last);
      }
      return extension;
    },
  };
}

/**
 * The head to which the first entry of this process is linked: the anchor, unless there are entries beyond it. If the
 * end of the chain was cut off or rewritten, the next entry is linked to the former end, so that the damage stays
 * visible.
 */
async function firstHead(entries: Collection<AuditDocument>, anchor: Anchor): Promise<ChainHead> {
  const anchored = await anchor.read();
  const last = await lastEntry(entries);
  if (anchored) return later(last, anchored);
  if (last) return last;
  await anchor.create(await entries.countDocuments(OUTSIDE));
  return firstHead(entries, anchor);
}

const later = (last: ChainHead | null, head: ChainHead): ChainHead =>
  last && last.seq > head.seq ? last : head;

export const lastEntry = (entries: Collection<AuditDocument>): Promise<ChainHead | null> =>
  entries.findOne<ChainHead>(CHAINED, { sort: { seq: -1 }, projection: { seq: 1, hash: 1 } });

function link(head: ChainHead, facts: readonly Fact[]): ChainedDocument[] {
  let last = head;
  return facts.map((fact) => {
    const entry = chainEntry(last, fact);
    last = entry;
    return toDocument(entry);
  });
}

async function insertInOrder(
  entries: Collection<AuditDocument>,
  documents: readonly ChainedDocument[],
): Promise<Extension> {
  try {
    await entries.insertMany(documents);
    return { stored: documents.length, refusal: null };
  } catch (error) {
    if (!(error instanceof MongoBulkWriteError)) throw error;
    const [refused] = [error.writeErrors].flat();
    if (!refused || error.result.getWriteConcernError()) throw causeOf(error);
    const { code, errmsg = '' } = refused;
    const because = code === DUPLICATE_KEY ? (/index: seq /.test(errmsg) ? 'overtaken' : 'told') : 'bad';
    return { stored: refused.index, refusal: { because, error } };
  }
}

const DUPLICATE_KEY = 11_000;

/** Cause of a write error. The driver reports a connection error as if the server had refused the write. */
const causeOf = (error: MongoBulkWriteError): Error =>
  error.errorResponse instanceof Error ? error.errorResponse : error;

interface AnchorDocument extends ChainHead {
  readonly _id: 'head';
  /** Number of entries that were stored before the chain began, and are outside it. */
  readonly outside: number;
}

interface Anchor {
  read(): Promise<AnchorDocument | null>;
  /**
   * Creates the anchor at the start of a chain; no effect if an anchor exists. `outside`: number of entries stored
   * before.
   */
  create(outside: number): Promise<void>;
  /** Moves the anchor to a stored entry, with a short delay. */
  advance(head: ChainHead): void;
}

const _id = 'head';

/**
 * The anchor of the chain: its newest head, stored apart from the entries, so that a truncated end is detected. The
 * anchor is created before the first entry, and its seq only grows.
 */
export function createAnchor(db: Db): Anchor {
  const anchors = db.collection<AnchorDocument>('audit_head');
  return {
    // Reads the local state, because the anchor is advanced without waiting for a majority.
    read: () => anchors.findOne({ _id }, { readConcern: { level: 'local' } }),
    create: async (outside) => {
      try {
        await anchors.updateOne({ _id }, { $setOnInsert: { ...CHAIN_START, outside } }, { upsert: true });
      } catch (error) {
        // The error is ignored if another process created the anchor first.
        if (!isDuplicateKey(error)) throw error;
      }
    },
    advance: gather<ChainHead>(async (heads) => {
      const { seq, hash } = heads.at(-1) ?? CHAIN_START;
      // The write does not wait for the disk: an outdated anchor causes no false alarm, and the next entry advances it.
      const fast = { writeConcern: { w: 1, journal: false } };
      await anchors.updateOne({ _id, seq: { $lt: seq } }, { $set: { seq, hash } }, fast);
    }),
  };
}

/** Maximum number of entries in one write. */
const MAX_BATCH = 200;
/** Maximum number of consecutive attempts that may fail because other writers were faster. */
const MAX_OVERTAKEN = 200;
/** Longest delay before the next attempt, ms. */
const LONGEST_WAIT_MS = 32;

interface Waiting {
  readonly fact: Fact;
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * Creates the function that appends facts of one process. Facts that arrive during a write are written together. The
 * promise resolves when the fact is stored, even if it was stored before.
 */
export function createAppend({ extend }: Chain): (fact: Fact) => Promise<void> {
  const waiting: Waiting[] = [];
  let writing = false;

  async function drain(): Promise<void> {
    writing = true;
    while (waiting.length > 0) await settle(waiting.splice(0, MAX_BATCH), extend);
    writing = false;
  }
  return (fact) =>
    new Promise((resolve, reject) => {
      waiting.push({ fact, resolve, reject });
      if (!writing) void drain();
    });
}

/** Settles the promise of every fact of the batch; never rejects. */
async function settle(batch: readonly Waiting[], extend: Chain['extend']): Promise<void> {
  const open = [...batch];
  try {
    await append(open, extend);
  } catch (error) {
    // Writes the facts one by one, because a single entry may cause the refusal of the whole write.
    if (open.length > 1 && !isUnavailable(error)) for (const one of open) await settle([one], extend);
    else for (const { reject } of open) reject(error);
  }
}

/** Appends the facts in `open`, and removes those that are settled from the list. */
async function append(open: Waiting[], extend: Chain['extend']): Promise<void> {
  let overtaken = 0;
  while (open.length > 0) {
    const { stored, refusal } = await extend(open.map(({ fact }) => fact));
    for (const { resolve } of open.splice(0, stored)) resolve();
    if (stored > 0) overtaken = 0;
    if (refusal?.because === 'overtaken') await giveWay(++overtaken, refusal.error);
    else if (refusal) answer(open.shift(), refusal);
  }
}

function answer(refused: Waiting | undefined, { because, error }: Refusal): void {
  if (because === 'told') refused?.resolve();
  else refused?.reject(error);
}

async function giveWay(overtaken: number, error: Error): Promise<void> {
  if (overtaken > MAX_OVERTAKEN) throw error;
  await delay(Math.random() * Math.min(2 ** overtaken, LONGEST_WAIT_MS));
}
