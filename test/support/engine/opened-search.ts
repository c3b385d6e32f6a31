/** A session with the model of a payload, and everything that a search of it needs; not watched. */

import { startClock } from '../../../activities/engine/base/clock.ts';
import { prepareCase } from '../../../activities/engine/base/prepared-case.ts';
import { type OpenedSearch, openSearch } from '../../../activities/engine/run/open-search.ts';
import { openHighs } from '../../../activities/solvers/highs/open-highs.ts';
import type { SolvePayload } from '../../../temporal/case/messages/payload.ts';
import type { JobType } from '../../../temporal/solvers.ts';

const UNWATCHED = { onProgress: () => undefined, onIncumbent: () => undefined };
const UNREAD = { start: undefined, hoursOf: () => [], commitmentOf: () => ({}) };

export function openedSearch(
  payload: SolvePayload,
  jobType: JobType,
  timeLimitS = 30,
): Promise<OpenedSearch> {
  const request = { jobType, payload, solver: 'highs', timeLimitS, mipGap: 1e-3 } as const;
  return openSearch(
    {
      request,
      clock: startClock(timeLimitS),
      open: (milp, settings) => openHighs(milp, new Int32Array(1), settings),
      watch: UNWATCHED,
      show: () => undefined,
      isStopped: () => false,
    },
    prepareCase(payload, jobType),
    UNREAD,
  );
}
