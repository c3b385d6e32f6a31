/** Refuses a horizon before the series of a file are expanded over it. */
import { ImportError } from './import-error.ts';
import type { Place } from './import-report.ts';

/** Longest horizon that a reader expands when it is told of no limit, h. */
export const HOURS_PER_YEAR = 8784;

export function checkHorizon(periods: number, maxHorizon: number, path: Place): void {
  if (Number.isInteger(periods) && periods >= 1 && periods <= maxHorizon) return;
  throw new ImportError(path, `Should be 1 to ${maxHorizon} whole hours`);
}
