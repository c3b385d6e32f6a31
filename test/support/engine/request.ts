/** Requests to an engine, and watches that ignore progress. */
import type { EngineRequest, EngineWatch } from '../../../activities/engine/base/engine.ts';
import type { SolvePayload } from '../../../temporal/case/schema.ts';

/** Request for unit commitment by HiGHS, solved to optimality. */
export const requestOf = (payload: SolvePayload, more: Partial<EngineRequest> = {}): EngineRequest => ({
  jobType: 'uc',
  payload,
  solver: 'highs',
  timeLimitS: 60,
  mipGap: 0,
  ...more,
});

/** Callbacks that ignore progress. */
export const UNTOLD = { onProgress: () => undefined, onIncumbent: () => undefined };

export const unwatched = (signal = new AbortController().signal): EngineWatch => ({ signal, ...UNTOLD });
