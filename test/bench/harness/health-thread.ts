/** Body of a thread that requests /health continuously, like another client, and reports the longest wait, ms. */
import { Agent, get } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

const PAUSE_MS = 5;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
let longest = 0;

/** A request that begins before `begin` and is answered after it counts as well. */
parentPort?.on('message', (message: 'begin' | 'end') => {
  if (message === 'end') parentPort?.postMessage(longest);
  else longest = 0;
});

const ask = (): Promise<void> =>
  new Promise((resolve, reject) => {
    get(`${workerData}/health`, { agent }, (response) => {
      response.resume().once('end', resolve);
    }).once('error', reject);
  });

for (;;) {
  const began = performance.now();
  await ask();
  longest = Math.max(longest, performance.now() - began);
  await delay(PAUSE_MS);
}
