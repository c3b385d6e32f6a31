/** Refuses a list that becomes longer than a payload may have while it is read: a short file can stand for a long one. */
import { ImportError } from './import-error.ts';
import type { Place } from './import-report.ts';

/** Items of any list of a payload. */
export const MAX_ITEMS = 20_000;

export function checkCount(items: readonly unknown[], path: Place, limit = MAX_ITEMS): void {
  if (items.length > limit) throw new ImportError(path, `Has more than ${limit} items`);
}
