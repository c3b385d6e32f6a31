/** Body of a hashing thread: one bcrypt at a time, as long as it takes. */
import { parentPort } from 'node:worker_threads';
import { compareSync, hashSync } from 'bcryptjs';

export type BcryptTask =
  | { readonly kind: 'hash'; readonly text: string; readonly cost: number }
  | { readonly kind: 'compare'; readonly text: string; readonly stored: string };

parentPort?.on('message', (task: BcryptTask) => {
  parentPort?.postMessage(
    task.kind === 'hash' ? hashSync(task.text, task.cost) : compareSync(task.text, task.stored),
  );
});
