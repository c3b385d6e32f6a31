/** Windows of a run beside its own: months that are drafted, for one. Each chain is on record under a key of its own. */
import type { Db } from 'mongodb';

/** The fields that place a window in its chain. */
interface Link {
  readonly _id: string;
  /** Key of its chain. */
  readonly execution_id: string;
  readonly index: number;
  readonly outcome: { readonly totals: object | null } | null;
}

/** The chain of hourly windows that are dispatched on realised values. */
export const REAL_TIME = 'real-time';

/** Where the windows of a chain are; without one they are those of the run itself. */
export const chainKey = (executionId: string, chain?: string): string =>
  chain === undefined ? executionId : `${executionId}/${chain}`;

/** The run and its chains: `0` is the character behind the stroke. */
export const withChains = (executionId: string) => ({
  execution_id: { $gte: executionId, $lt: `${executionId}0` },
});

/** A key stands wherever an execution id does. */
export function createWindowChains(db: Db) {
  const windows = db.collection<Link>('windows');
  /** First window of a chain that has no schedule. */
  async function firstOpen(chain: string, from: number, end: number): Promise<number> {
    const solved = {
      execution_id: chain,
      index: { $gte: from, $lt: end },
      'outcome.totals': { $type: 'object' },
    };
    const found = await windows
      .find(solved)
      .project<{ index: number }>({ index: 1 })
      .sort({ index: 1 })
      .toArray();
    const gap = found.findIndex(({ index }, place) => index !== from + place);
    return from + (gap === -1 ? found.length : gap);
  }
  return {
    /**
     * Takes the windows of another chain over as its own, from one on as far as they are closed with a schedule. Repeatable;
     * returns how many windows behind `from` are its own then.
     */
    async takeOver(executionId: string, chain: string, from: number, end: number): Promise<number> {
      const until = await firstOpen(chain, from, end);
      const taken = { execution_id: chain, index: { $gte: from, $lt: until } };
      const as = {
        $set: { execution_id: executionId, _id: { $concat: [executionId, '/', { $toString: '$index' }] } },
      };
      // Parts first: a window that is closed has its part.
      for (const into of ['window_parts', 'windows']) {
        const merged = { into, on: '_id', whenMatched: 'keepExisting' };
        const steps = [{ $match: taken }, { $sort: { index: 1 } }, as, { $merge: merged }];
        await db.collection(into).aggregate(steps).toArray();
      }
      return until - from;
    },
    /** Chain -> how many of its windows are closed, from the first window of each on. */
    async countOfChains(
      chains: readonly { readonly key: string; readonly first: number }[],
    ): Promise<Map<string, number>> {
      const $or = chains.map(({ key, first }) => ({
        execution_id: key,
        outcome: { $ne: null },
        index: { $gte: first },
      }));
      const counts = await windows
        .aggregate<{ _id: string; n: number }>([
          { $match: { $or } },
          { $group: { _id: '$execution_id', n: { $sum: 1 } } },
        ])
        .toArray();
      return new Map(counts.map(({ _id, n }) => [_id, n]));
    },
  };
}
