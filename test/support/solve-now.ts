/** Solves in this thread, as the engine's own thread would. */
import { solveCase } from '../../activities/engine/solve-case.ts';
import type { SolvePayload } from '../../temporal/messages/payload.ts';
import type { SolveResult } from '../../temporal/messages/result.ts';
import type { JobType } from '../../temporal/solvers.ts';

const UNSEEN = { onProgress() {}, onIncumbent() {} };

export const solveNow = (jobType: JobType, payload: SolvePayload, mipGap = 0): Promise<SolveResult> =>
  solveCase({ jobType, payload, solver: 'highs', timeLimitS: 30, mipGap }, new Int32Array(1), UNSEEN);
