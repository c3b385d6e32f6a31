/**
 * Use of token budgets: one document per user with all windows of the user. One atomic update changes it, so that
 * concurrent processes never spend the same tokens twice.
 */
import type { Db, Document } from 'mongodb';
import { isDuplicateKey } from './errors.ts';
import type { CollectionIndexes } from './indexes.ts';

/** Number of tokens or requests to take from one window. */
export interface WindowTake {
  readonly window: string;
  readonly amount: number;
  readonly quota: number;
  /** Length of the window, ms. A window begins with the first take after the end of the previous window. */
  readonly lengthMs: number;
}

export interface WindowState {
  readonly used: number;
  readonly end: Date;
}

export interface Taken {
  /** True if all windows had enough left; otherwise nothing was taken from any window. */
  readonly admitted: boolean;
  /** True for the first refusal after the end of the windows that refused last. */
  readonly firstRefusal: boolean;
  /** State of each window after the take, by name. */
  readonly windows: Readonly<Record<string, WindowState>>;
}

/** Correction of an earlier take from a window; a negative amount is given back. */
export interface WindowCorrection {
  readonly window: string;
  /** End of the window from which tokens were taken; a later window is left unchanged. */
  readonly end: Date;
  readonly amount: number;
}

export interface TokenBudgetStore {
  take(userId: string, takes: readonly WindowTake[], at: Date): Promise<Taken>;
  correct(userId: string, corrections: readonly WindowCorrection[]): Promise<void>;
}

interface BudgetDocument extends Taken {
  readonly _id: string;
  /** End of the last of the windows that refused. */
  readonly refusedUntil: Date;
  readonly expiresAt: Date;
}

const COLLECTION = 'token_budgets';
/** Maximum number of attempts. Two first takes of a user may collide; the second attempt finds the document. */
const ATTEMPTS = 3;
const LONG_AGO = new Date(0);

export const tokenBudgetIndexes: CollectionIndexes = {
  collection: COLLECTION,
  indexes: [{ key: { expiresAt: 1 }, name: 'ttl', expireAfterSeconds: 0 }],
};

export function createTokenBudgetStore(db: Db): TokenBudgetStore {
  const budgets = db.collection<BudgetDocument>(COLLECTION);
  return {
    async take(userId, takes, at) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          const options = { upsert: true, returnDocument: 'after' } as const;
          const budget = await budgets.findOneAndUpdate({ _id: userId }, takePipeline(takes, at), options);
          if (budget) return budget;
        } catch (error) {
          if (!isDuplicateKey(error) || attempt === ATTEMPTS) throw error;
        }
      }
    },
    async correct(userId, corrections) {
      await budgets.updateOne({ _id: userId }, [{ $set: { windows: corrected(corrections) } }]);
    },
  };
}

const windowPath = (name: string): string => `$windows.${name}`;

/**
 * Pipeline that restarts windows that have ended, and then takes from all windows if each has enough left, else from
 * none of them.
 */
function takePipeline(takes: readonly WindowTake[], at: Date): Document[] {
  return [
    { $set: { windows: perWindow(takes, (take) => current(take, at)) } },
    { $set: { admitted: { $and: takes.map((take) => ({ $not: [isShort(take)] })) } } },
    {
      $set: {
        firstRefusal: isFirstRefusal(at),
        refusedUntil: { $max: ['$refusedUntil', refusedUntil(takes)] },
      },
    },
    { $set: { windows: perWindow(takes, takenFrom) } },
    { $set: { expiresAt: { $max: takes.map(({ window }) => `${windowPath(window)}.end`) } } },
  ];
}

const perWindow = <T extends { readonly window: string }>(list: readonly T[], value: (item: T) => Document) =>
  Object.fromEntries(list.map((item) => [item.window, value(item)]));

const current = ({ window, lengthMs }: WindowTake, at: Date): Document => ({
  $cond: [
    { $gt: [{ $ifNull: [`${windowPath(window)}.end`, LONG_AGO] }, at] },
    windowPath(window),
    { used: 0, end: new Date(at.getTime() + lengthMs) },
  ],
});

const isShort = ({ window, amount, quota }: WindowTake): Document => ({
  $gt: [{ $add: [`${windowPath(window)}.used`, amount] }, quota],
});

const isFirstRefusal = (at: Date): Document => ({
  $and: [{ $not: ['$admitted'] }, { $lte: [{ $ifNull: ['$refusedUntil', LONG_AGO] }, at] }],
});

/** The end of the last of the windows that have too little left. */
const refusedUntil = (takes: readonly WindowTake[]): Document => ({
  $max: takes.map((take) => ({ $cond: [isShort(take), `${windowPath(take.window)}.end`, LONG_AGO] })),
});

const takenFrom = ({ window, amount }: WindowTake): Document => ({
  used: { $add: [`${windowPath(window)}.used`, { $cond: ['$admitted', amount, 0] }] },
});

const corrected = (corrections: readonly WindowCorrection[]): Document =>
  perWindow(corrections, ({ window, end, amount }) => {
    const used = `${windowPath(window)}.used`;
    const isSame = { $eq: [`${windowPath(window)}.end`, end] };
    return { used: { $cond: [isSame, { $max: [0, { $add: [used, amount] }] }, used] } };
  });
