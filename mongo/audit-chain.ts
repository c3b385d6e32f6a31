/**
 * Appends to the one chain that all processes share: entries are linked to the newest one known and inserted
 * in order; the unique index on seq lets one writer win, the others link anew.
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

/** Why the first fact that is not stored is not: its seq went to another writer, it is known, or it cannot be. */
interface Refusal {
  readonly because: 'overtaken' | 'told' | 'bad';
  readonly error: Error;
}

interface Extension {
  /** How many of the facts, from the first on, are entries now. */
  readonly stored: number;
  /** Null when all of them are. */
  readonly refusal: Refusal | null;
}

export interface Chain {
  /** One call at a time. Rejects when MongoDB fails as a whole: then nobody knows what is stored. */
  extend(facts: readonly Fact[]): Promise<Extension>;
}

export const CHAINED = { seq: { $gte: 1 } };
export const OUTSIDE = { seq: { $not: { $gte: 1 } } };

export function createChain(entries: Collection<AuditDocument>, db: Db): Chain {
  const anchor = createAnchor(db);
  let known: ChainHead | undefined;
  let overtaken = false;
  return {
    extend: async (facts) => {
      // Only now, after whatever the caller waited: a head that was read earlier would be overtaken again.
      if (known && overtaken) known = later(await lastEntry(entries), known);
      known ??= await firstHead(entries, anchor);
      const documents = link(known, facts);
      const extension = await insertInOrder(entries, documents);
      overtaken = extension.refusal?.because === 'overtaken';
      const last = documents[extension.stored - 1];
      if (last) {
        known = last;
        anchor.advance(last);
      }
      return extension;
    },
  };
}

/**
 * The anchor wins unless the entries are beyond it: where the end was cut off or rewritten, the next entry is
 * linked to what was there, so that the damage stays visible.
 */
async function firstHead(entries: Collection<AuditDocument>, anchor: Anchor): Promise<ChainHead> {
  const anchored = await anchor.read();
  const last = await lastEntry(entries);
  if (anchored) return later(last, anchored);
  if (last) return last;
  await anchor.create(await entries.countDocuments(OUTSIDE));
  return firstHead(entries, anchor);
}

const later = (last: ChainHead | null, known: ChainHead): ChainHead =>
  last && last.seq > known.seq ? last : known;

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

/** The driver wraps an error of the connection as if the server had refused a write. */
const causeOf = (error: MongoBulkWriteError): Error =>
  error.errorResponse instanceof Error ? error.errorResponse : error;

interface AnchorDocument extends ChainHead {
  readonly _id: 'head';
  /** Entries from before the chain, which are outside it. */
  readonly outside: number;
}

interface Anchor {
  read(): Promise<AnchorDocument | null>;
  /** Called at the start of a chain; harmless when there is an anchor. `outside`: entries that are there already. */
  create(outside: number): Promise<void>;
  /** Moves to an entry that is stored, within a moment. */
  advance(head: ChainHead): void;
}

const _id = 'head';

/**
 * The anchor of the chain: the newest head, kept beside the entries, so that a cut-off end is noticed. It is made before
 * the first entry and only ever moves forward.
 */
export function createAnchor(db: Db): Anchor {
  const anchors = db.collection<AnchorDocument>('audit_head');
  return {
    // The anchor as it stands here, since it was advanced without waiting for a majority.
    read: () => anchors.findOne({ _id }, { readConcern: { level: 'local' } }),
    create: async (outside) => {
      try {
        await anchors.updateOne({ _id }, { $setOnInsert: { ...CHAIN_START, outside } }, { upsert: true });
      } catch (error) {
        // Another process was first.
        if (!isDuplicateKey(error)) throw error;
      }
    },
    advance: gather<ChainHead>(async (heads) => {
      const { seq, hash } = heads.at(-1) ?? CHAIN_START;
      // Not waiting for the disk: an anchor that is behind blames nobody, and the next entry moves it on.
      const fast = { writeConcern: { w: 1, journal: false } };
      await anchors.updateOne({ _id, seq: { $lt: seq } }, { $set: { seq, hash } }, fast);
    }),
  };
}

/** Most entries of one write. */
const MAX_BATCH = 200;
/** Most times in a row that another writer may be faster. */
const MAX_OVERTAKEN = 200;
/** Longest wait before the next try, ms. */
const LONGEST_WAIT_MS = 32;

interface Waiting {
  readonly fact: Fact;
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * Facts of one process on their way into the chain: those that wait while a write is under way are written together. The
 * promise is kept when the fact is stored, also when it was stored before.
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

/** Answers every one of the batch; never rejects. */
async function settle(batch: readonly Waiting[], extend: Chain['extend']): Promise<void> {
  const open = [...batch];
  try {
    await append(open, extend);
  } catch (error) {
    // A write that is refused as a whole may be the fault of one entry.
    if (open.length > 1 && !isUnavailable(error)) for (const one of open) await settle([one], extend);
    else for (const { reject } of open) reject(error);
  }
}

/** Takes from `open` whatever is answered. */
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
