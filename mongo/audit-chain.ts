/**
 * Appends to the one chain that all processes share: entries are linked to the newest one known and inserted
 * in order; the unique index on seq lets one writer win, the others link anew.
 */
import { type Collection, type Db, MongoBulkWriteError } from 'mongodb';
import { type Anchor, createAnchor } from './audit-anchor.ts';
import {
  type AuditDocument,
  type ChainedDocument,
  type ChainHead,
  chainEntry,
  type EntryContent,
  toDocument,
} from './audit-entry.ts';

export type Fact = Omit<EntryContent, 'seq' | 'previous_hash'>;

/** Why the first fact that is not stored is not: its seq went to another writer, it is known, or it cannot be. */
export interface Refusal {
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
