/** Body of the thread that computes distribution factors. */
import { parentPort, workerData } from 'node:worker_threads';
import { uncomputable } from '../base/prepared-case.ts';
import type { SensitivityMessage, SensitivityRequest } from './sensitivity.ts';
import { sensitivityText } from './sensitivity-text.ts';

const request: SensitivityRequest = workerData;

function answer(): SensitivityMessage {
  try {
    return { json: Buffer.concat([...sensitivityText(request)].map((piece) => Buffer.from(piece))) };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { wrong: uncomputable(error) };
  }
}

const message = answer();
parentPort?.postMessage(message);
