/** Opens a session with the model of a payload, and everything that a search requires, without a watch. */
import { prepareCase } from '../../../activities/engine/base/prepared-case.ts';
import { type OpenedSearch, openSearch } from '../../../activities/engine/search/open-search.ts';
import { openHighs } from '../../../activities/solvers/highs/open-highs.ts';
import type { SolvePayload } from '../../../temporal/case/schema.ts';
import type { JobType } from '../../../temporal/solvers.ts';
import { countedClock } from './counted-clock.ts';
import { requestOf, UNTOLD } from './request.ts';

/**
 * Time limit, s, that no run of the solver reaches. The clock stands still, so that the speed of the machine does not
 * matter.
 */
const LIMIT_S = 60;

/** Opens a search. `prepared`: another form of the payload, for example with merged units. */
export function openedSearch(
  payload: SolvePayload,
  jobType: JobType,
  prepared = prepareCase(payload, jobType),
): Promise<OpenedSearch> {
  const request = requestOf(payload, { jobType, timeLimitS: LIMIT_S, mipGap: 1e-3 });
  return openSearch({
    request,
    prepared,
    clock: countedClock(LIMIT_S),
    open: openHighs,
    stop: new Int32Array(1),
    watch: UNTOLD,
    show: () => undefined,
  });
}
