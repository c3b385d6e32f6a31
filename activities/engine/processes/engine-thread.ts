/** Body of an engine's worker thread: answers requests one after the other. */
import { parentPort } from 'node:worker_threads';
import { EngineError } from '../base/engine.ts';
import type { SolveWatch } from '../base/solve.ts';
import { solveRequest } from '../run/solve-request.ts';
import type { ProcessMessage, ProcessRequest } from './process-messages.ts';

export interface ThreadInput extends ProcessRequest {
  /** Shared flag; 1 asks the solver to end with its best schedule. */
  readonly stop: Int32Array;
}

/** Longest message, characters; the text of a WebAssembly error may contain the whole module. */
const LONGEST_MESSAGE = 300;

const post = (message: ProcessMessage): void => parentPort?.postMessage(message);

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
  // WebAssembly gives no reason for an abort. In HiGHS the reason is that an allocation of memory fails.
  if (error.message.startsWith('Aborted(')) return 'The solver aborted, as it does when memory runs out';
  return error.message.slice(0, LONGEST_MESSAGE);
}

parentPort?.on('message', (input: ThreadInput) => void answer(input));
