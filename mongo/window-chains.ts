/**
 * Chains of windows in addition to the run's own chain, for example drafted months. Each chain is stored under a key of
 * its own.
 */
import type { Db } from 'mongodb';

/** The fields that place a window in its chain. */
interface Link {
  readonly _id: string;
  /** Key of the chain to which the window belongs. */
  readonly execution_id: string;
  readonly index: number;
  readonly outcome: { readonly totals: object | null } | null;
}

/** Name of the chain of hourly windows that are dispatched on actual values. */
export const REAL_TIME = 'real-time';

/** Key of the windows of a chain; without a chain, the key of the run's own windows. */
export const chainKey = (executionId: string, chain?: string): string =>
  chain === undefined ? executionId : `${executionId}/${chain}`;

/** Filter of the run and its chains: `0` is the character after the slash. */
export const withChains = (executionId: string) => ({
  execution_id: { $gte: executionId, $lt: `${executionId}0` },
});

/** Operations on chains. The key of a chain can replace an execution id everywhere. */
export function createWindowChains(db: Db) {
  const windows = db.collection<Link>('windows');
  /** Index of the first window of a chain that has no schedule. */
  async function firstOpen(chain: string, from: number, end: number): Promise<number> {
    const solved = {
      execution_id: chain,
      index: { $gte: from, $lt: end },
      'outcome.totals': { $type: 'object' },
    };
    const solvedWindows = await windows
      .find(solved)
      .project<{ index: number }>({ index: 1 })
      .sort({ index: 1 })
      .toArray();
    const gap = solvedWindows.findIndex(({ index }, place) => index !== from + place);
    return from + (gap === -1 ? solvedWindows.length : gap);
  }
  return {
    /**
     * Takes over windows of another chain, from `from` up to the first window without a schedule. May be repeated
     * safely. Returns the number of windows, from `from` on, that then belong to the execution.
     */
    async takeOver(executionId: string, chain: string, from: number, end: number): Promise<number> {
      const until = await firstOpen(chain, from, end);
      const selected = { execution_id: chain, index: { $gte: from, $lt: until } };
      const as = {
        $set: { execution_id: executionId, _id: { $concat: [executionId, '/', { $toString: '$index' }] } },
      };
      // Copies parts first, because every closed window must have its part.
      for (const into of ['window_parts', 'windows']) {
        const merged = { into, on: '_id', whenMatched: 'keepExisting' };
        const steps = [{ $match: selected }, { $sort: { index: 1 } }, as, { $merge: merged }];
        await db.collection(into).aggregate(steps).toArray();
      }
      return until - from;
    },
    /** Chain -> number of its closed windows, counted from the first window of the chain. */
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
