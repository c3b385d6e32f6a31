/** Solves a payload to proven optimality in this thread, with a time limit that no machine reaches. */
import type { EngineRequest } from '../../../activities/engine/base/engine.ts';
import type { SolveWatch } from '../../../activities/engine/base/solve.ts';
import { solveRequest } from '../../../activities/engine/run/solve-request.ts';
import type { SolveResult } from '../../../temporal/case/messages/result.ts';
import type { SolvePayload } from '../../../temporal/case/schema.ts';
import type { JobType } from '../../../temporal/solvers.ts';
import { requestOf, UNTOLD } from './request.ts';

export const solve = (
  jobType: JobType,
  payload: SolvePayload,
  more: Partial<EngineRequest> = {},
  watch: Partial<SolveWatch> = {},
): Promise<SolveResult> =>
  solveRequest(requestOf(payload, { jobType, timeLimitS: 120, ...more }), new Int32Array(1), {
    ...UNTOLD,
    ...watch,
  });
