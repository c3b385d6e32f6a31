/** Distribution factors of a network, computed and written as JSON in a thread of their own. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Line } from '../../../temporal/case/messages/network.ts';
import { EngineError } from '../base/engine.ts';

/** Heap of the thread, MB. */
const HEAP_MB = 1024;

export type SensitivityRequest =
  | {
      readonly kind: 'ptdf';
      readonly lines: readonly Line[];
      /** Ids of lines in service. */
      readonly monitored: readonly string[];
      /** Bus number. */
      readonly slackBus: number;
    }
  | {
      readonly kind: 'lodf';
      readonly lines: readonly Line[];
      /** Ids of lines in service. */
      readonly outages: readonly string[];
    };

export type SensitivityMessage =
  | { readonly json: Uint8Array }
  /** What is wrong with the network. */
  | { readonly wrong: string };

/** Rejects with an `EngineError`: INVALID_MODEL, SOLVER_TIMEOUT after `deadlineMs`; with the reason of an abort. */
export async function sensitivity(
  request: SensitivityRequest,
  deadlineMs: number,
  signal: AbortSignal,
): Promise<Uint8Array> {
  signal.throwIfAborted();
  const deadline = AbortSignal.timeout(deadlineMs);
  const thread = new Worker(new URL('./sensitivity-thread.js', import.meta.url), {
    workerData: request,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });
  try {
    const [answer]: SensitivityMessage[] = await once(thread, 'message', {
      signal: AbortSignal.any([signal, deadline]),
    });
    if (!answer) throw new Error('the thread gave no answer');
    if ('wrong' in answer) throw new EngineError('INVALID_MODEL', answer.wrong);
    return answer.json;
  } catch (error) {
    signal.throwIfAborted();
    if (!deadline.aborted) throw error;
    throw new EngineError('SOLVER_TIMEOUT', `The factors took longer than ${deadlineMs / 1000} s`);
  } finally {
    await thread.terminate();
  }
}
