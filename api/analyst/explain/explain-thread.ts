/** Body of a thread that explains one solve and ends. */
import { parentPort, workerData } from 'node:worker_threads';
import { type ExplainTask, explain } from './explain.ts';

const { payload, result }: ExplainTask = workerData;
parentPort?.postMessage(explain(payload, result));
