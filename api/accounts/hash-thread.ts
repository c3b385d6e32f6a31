/** The thread of `hash-threads.ts`: it hashes one password at a time. */
import { parentPort } from 'node:worker_threads';
import { hashSync } from 'bcryptjs';

export interface HashTask {
  readonly text: string;
  /** A work factor, for a salt of its own, or the salt to use: the first 29 characters of a hash. */
  readonly salt: number | string;
}

parentPort?.on('message', ({ text, salt }: HashTask) => parentPort?.postMessage(hashSync(text, salt)));
