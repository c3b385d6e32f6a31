/** Deletes stored files that outlived the retention of what they belonged to. */
import type { RecordActivityDeps } from '../deps.ts';

const DAY_MS = 24 * 3600 * 1000;
const BATCH = 200;

export const deleteExpiredDocuments = ({
  documents,
  retentionDays,
  now,
}: RecordActivityDeps): Promise<number> =>
  documents.deleteOrphans(new Date(now().getTime() - retentionDays * DAY_MS), BATCH);
