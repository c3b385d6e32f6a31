/** When what ends now may be deleted. */
import type { RecordActivityDeps } from './deps.ts';

const DAY_MS = 24 * 3600 * 1000;

export const expiryOf = (at: Date, { retentionDays }: Pick<RecordActivityDeps, 'retentionDays'>): Date =>
  new Date(at.getTime() + retentionDays * DAY_MS);
