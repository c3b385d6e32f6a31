/** The worker of `hash-threads.ts`: hashes one password at a time. */
import { parentPort } from 'node:worker_threads';
import { hashSync } from 'bcryptjs';

export interface HashTask {
  readonly text: string;
  /** Work factor for a new salt, or the salt itself: the first 29 characters of a hash. */
  readonly salt: number | string;
}

parentPort?.on('message', ({ text, salt }: HashTask) => parentPort?.postMessage(hashSync(text, salt)));
