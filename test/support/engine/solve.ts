/** Solves a payload to proven optimality on this thread, with more time than it takes on any machine. */
import type { EngineRequest } from '../../../activities/engine/base/engine.ts';
import { solveRequest } from '../../../activities/engine/run/solve-request.ts';
import type { SolveWatch } from '../../../activities/engine/run/solve-watch.ts';
import type { SolvePayload } from '../../../temporal/case/messages/payload.ts';
import type { SolveResult } from '../../../temporal/case/messages/result.ts';
import type { JobType } from '../../../temporal/solvers.ts';

const UNWATCHED = { onProgress: () => undefined, onIncumbent: () => undefined };

export const solve = (
  jobType: JobType,
  payload: SolvePayload,
  more: Partial<EngineRequest> = {},
  watch: Partial<SolveWatch> = {},
): Promise<SolveResult> =>
  solveRequest(
    { jobType, payload, solver: 'highs', timeLimitS: 120, mipGap: 0, ...more },
    new Int32Array(1),
    {
      ...UNWATCHED,
      ...watch,
    },
  );
