/**
 * The anchor of the chain: the newest head, kept beside the entries, so that a cut-off end is noticed. It is
 * made before the first entry and only ever moves forward.
 */
import type { Db } from 'mongodb';
import { CHAIN_START, type ChainHead } from './audit-entry.ts';
import { isDuplicateKey } from './errors.ts';
import { gather } from './gather.ts';

interface AnchorDocument extends ChainHead {
  readonly _id: 'head';
  /** Entries from before the chain, which are outside it. */
  readonly outside: number;
}

export interface Anchor {
  read(): Promise<AnchorDocument | null>;
  /** At the start of a chain; harmless when there is an anchor. `outside`: entries that are there already. */
  create(outside: number): Promise<void>;
  /** Moves to an entry that is stored, within a moment. */
  advance(head: ChainHead): void;
}

const _id = 'head';

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
