/** Makes audit entries of what a process recorded with a change and did not live to append. */
import type { RecordActivityDeps } from '../deps.ts';

/** What is younger is being appended by whoever recorded it, ms. */
const GRACE_MS = 5_000;

export const appendLeftEntries = ({ audit, now }: RecordActivityDeps): Promise<number> =>
  audit.appendLeft(new Date(now().getTime() - GRACE_MS));
