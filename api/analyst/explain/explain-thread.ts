/** Body of a thread that explains one solve and ends. */
import { parentPort, workerData } from 'node:worker_threads';
import type { SolvePayload } from '../../../temporal/case/messages/payload.ts';
import type { SolveResult } from '../../../temporal/case/messages/result.ts';
import { explain } from './explain.ts';

export interface ExplainTask {
  readonly payload: SolvePayload;
  readonly result: SolveResult;
}

const { payload, result }: ExplainTask = workerData;
parentPort?.postMessage(explain(payload, result));
