/** Runs the engine as a solver does, in a process of its own, without a watch. */
import type { EngineRequest } from '../../../activities/engine/base/engine.ts';
import { createEngine } from '../../../activities/engine/processes/create-engine.ts';
import type { SolveResult } from '../../../temporal/case/messages/result.ts';

const MEMORY_MB = 4096;
const engine = createEngine({ memoryMb: MEMORY_MB });

export const runEngine = (request: Omit<EngineRequest, 'solver'>): Promise<SolveResult> =>
  engine(
    { ...request, solver: 'highs' },
    { signal: new AbortController().signal, onProgress: () => undefined, onIncumbent: () => undefined },
  );
