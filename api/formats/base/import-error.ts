import type { Place } from './report.ts';

/** Why a file cannot be imported, and where in it. */
export class ImportError extends Error {
  /** Keys and positions from the root of the file on. */
  readonly path: readonly (string | number)[];

  constructor(path: readonly (string | number)[], message: string) {
    super(message);
    this.name = 'ImportError';
    this.path = path;
  }
}

/** Refuses a horizon before the series of a file are expanded over it. */

/** Longest horizon that a reader expands when it is told of no limit, h. */
export const HOURS_PER_YEAR = 8784;

export function checkHorizon(periods: number, maxHorizon: number, path: Place): void {
  if (Number.isInteger(periods) && periods >= 1 && periods <= maxHorizon) return;
  throw new ImportError(path, `Should be 1 to ${maxHorizon} whole hours`);
}

/** Refuses a list that becomes longer than a payload may have while it is read: a short file can stand for a long one. */

/** Items of any list of a payload. */
const MAX_ITEMS = 20_000;

export function checkCount(items: readonly unknown[], path: Place, limit = MAX_ITEMS): void {
  if (items.length > limit) throw new ImportError(path, `Has more than ${limit} items`);
}
