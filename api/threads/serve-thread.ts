/** The inner side of a thread: it answers requests on the socket that it was given. */
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';
import type { ThreadData, ThreadMessage } from './thread.ts';

/** The settings of the process, as it has read them. */
export const threadSettings = <Settings>(): Settings => (workerData as ThreadData<Settings>).settings;

export async function serveThread(answer: RequestListener): Promise<void> {
  const { socket }: ThreadData<unknown> = workerData;
  const server = createServer(answer).listen(socket);
  await once(server, 'listening');
  parentPort?.on('message', () => parentPort?.postMessage('idle' satisfies ThreadMessage));
  parentPort?.postMessage('listening' satisfies ThreadMessage);
}
