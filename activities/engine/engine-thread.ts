/** Body of the engine's worker thread: one request, one answer. */
import { parentPort, workerData } from 'node:worker_threads';
import { EngineError } from './engine-error.ts';
import { solveCase } from './solve-case.ts';
import type { ThreadInput, ThreadMessage } from './thread-messages.ts';

const { request, stop }: ThreadInput = workerData;
const post = (message: ThreadMessage): void => parentPort?.postMessage(message);
/** The text of a WebAssembly error may hold the whole module. */
const LONGEST_MESSAGE = 300;

try {
  const result = await solveCase(request, stop, {
    onProgress: (progress) => post({ kind: 'progress', progress }),
    onIncumbent: (incumbent) => post({ kind: 'incumbent', incumbent }),
  });
  post({ kind: 'result', result });
} catch (error) {
  const message = error instanceof Error ? error.message.slice(0, LONGEST_MESSAGE) : 'The solver failed';
  post({ kind: 'error', code: error instanceof EngineError ? error.code : 'SOLVER_ERROR', message });
}
