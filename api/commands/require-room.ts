/** Nobody may have more open than their share: what waits behind it would keep the solvers from everybody else. */
import type { ApiSettings } from '../config.ts';
import type { Deps } from '../deps.ts';
import { TooMany } from '../errors.ts';

export type Opened = 'jobs' | 'experiments' | 'executions';

/** Something of theirs may have ended by then, s. */
const RETRY_AFTER_S = 30;

/** Parts of an experiment or execution do not count beside it. Throws `TooMany`. */
export async function requireRoom(deps: Deps, opened: Opened, userId: string): Promise<void> {
  const most = mostOpen(opened, deps.settings);
  if ((await deps[opened].countOpen(userId)) < most) return;
  throw new TooMany(
    `You have ${most} open ${opened}, the most allowed: wait until one has ended`,
    RETRY_AFTER_S,
  );
}

const mostOpen = (opened: Opened, { MAX_OPEN_JOBS, MAX_OPEN_EXPERIMENTS }: ApiSettings): number =>
  opened === 'experiments' ? MAX_OPEN_EXPERIMENTS : MAX_OPEN_JOBS;
