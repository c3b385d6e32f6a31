/** Why a file cannot be imported, and the bounds that are held before its content is expanded. */
import type { Place } from './report.ts';

/** Says what is wrong with a file, and where in it. */
export class ImportError extends Error {
  /** Keys and positions from the root of the file on. */
  readonly path: readonly (string | number)[];

  constructor(path: readonly (string | number)[], message: string) {
    super(message);
    this.name = 'ImportError';
    this.path = path;
  }
}

/** Longest horizon that a reader expands when it is told of no limit, h. */
export const HOURS_PER_YEAR = 8784;

/** Refuses a horizon before the series of a file are expanded over it. */
export function checkHorizon(periods: number, maxHorizon: number, path: Place, periodsName = 'hours'): void {
  if (Number.isInteger(periods) && periods >= 1 && periods <= maxHorizon) return;
  throw new ImportError(path, `Should be 1 to ${maxHorizon} whole ${periodsName}`);
}

/** Items of any list of a payload. */
const MAX_ITEMS = 20_000;

/** Refuses a list that grows too long while it is read: a short file can stand for a long list. */
export function checkCount(items: readonly unknown[], path: Place, limit = MAX_ITEMS): void {
  if (items.length > limit) throw new ImportError(path, `Has more than ${limit} items`);
}
