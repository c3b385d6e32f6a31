/** Body of an engine's worker thread: one answer to each request, one after the other. */
import { parentPort } from 'node:worker_threads';
import { EngineError } from '../base/engine.ts';
import type { SolveWatch } from '../base/solve.ts';
import { solveRequest } from '../run/solve-request.ts';
import type { Asked, Told } from './process-messages.ts';

export interface ThreadInput extends Asked {
  /** Shared; 1 asks the solver to end with what it has. */
  readonly stop: Int32Array;
}

/** The text of a WebAssembly error may hold the whole module. */
const LONGEST_MESSAGE = 300;

const post = (message: Told): void => parentPort?.postMessage(message);

async function answer({ request, stop, commands }: ThreadInput): Promise<void> {
  try {
    const watch: SolveWatch = {
      onProgress: (progress) => post({ kind: 'progress', progress }),
      onIncumbent: (incumbent) => post({ kind: 'incumbent', incumbent }),
      onRelaxation: (saved) => post({ kind: 'relaxation', saved }),
      onReserve: (result) => post({ kind: 'reserve', result }),
    };
    const result = await solveRequest(request, stop, watch, commands);
    post({ kind: 'result', result, heldBytes: process.memoryUsage.rss() });
  } catch (error) {
    post({
      kind: 'error',
      code: error instanceof EngineError ? error.code : 'SOLVER_ERROR',
      message: messageOf(error),
    });
  }
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return 'The solver failed';
  // WebAssembly does not say why it aborts; what fails in HiGHS is the allocation of memory.
  if (error.message.startsWith('Aborted(')) return 'The solver aborted, as it does without memory';
  return error.message.slice(0, LONGEST_MESSAGE);
}

parentPort?.on('message', (input: ThreadInput) => void answer(input));
