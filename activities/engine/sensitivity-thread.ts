/** Body of the thread that computes distribution factors. */
import { parentPort, workerData } from 'node:worker_threads';
import type { SensitivityMessage, SensitivityRequest } from './sensitivity.ts';
import { sensitivityText } from './sensitivity-text.ts';

const request: SensitivityRequest = workerData;

function answer(): SensitivityMessage {
  try {
    return { json: Buffer.concat([...sensitivityText(request)].map((piece) => Buffer.from(piece))) };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const message = error.message === 'singular' ? 'the reactances cancel out' : error.message;
    return { wrong: `The network cannot be computed: ${message}` };
  }
}

const message = answer();
parentPort?.postMessage(message);
