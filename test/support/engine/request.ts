/** A request to an engine, and those who watch it without a word. */
import type { EngineRequest, EngineWatch } from '../../../activities/engine/base/engine.ts';
import type { SolvePayload } from '../../../temporal/case/schema.ts';

/** A unit commitment by HiGHS, to its optimum. */
export const requestOf = (payload: SolvePayload, more: Partial<EngineRequest> = {}): EngineRequest => ({
  jobType: 'uc',
  payload,
  solver: 'highs',
  timeLimitS: 60,
  mipGap: 0,
  ...more,
});

/** Nothing is told. */
export const UNTOLD = { onProgress: () => undefined, onIncumbent: () => undefined };

export const unwatched = (signal = new AbortController().signal): EngineWatch => ({ signal, ...UNTOLD });
