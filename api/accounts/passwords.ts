/**
 * Password storage: bcrypt(base64(HMAC-SHA-256(pepper, NFKC(password)))). The HMAC makes 44 bytes of
 * any password, so bcrypt neither truncates at 72 bytes nor stops at NUL.
 */
import { createHmac } from 'node:crypto';
import { genSaltSync, getRounds } from 'bcryptjs';
import { ServiceUnavailable } from '../http/errors.ts';
import { createBcryptThreads, createQueue } from './bcrypt-threads.ts';

export interface Passwords {
  hash(password: string): Promise<string>;
  /** Takes the same time for an unknown user, whose `stored` hash is undefined. */
  verify(password: string, stored: string | undefined): Promise<boolean>;
  /** True when `stored` was made with another work factor. */
  isOutdated(stored: string): boolean;
}

/** Hashes at the same time, each in a thread. */
const PARALLEL = 2;
const MAX_WAITING = 64;

export function createPasswords(pepper: string, cost: number): Passwords {
  const queue = createQueue(
    PARALLEL,
    MAX_WAITING,
    () => new ServiceUnavailable('Too many sign-ins at once', { headers: { 'Retry-After': '5' } }),
  );
  const bcrypt = createBcryptThreads();
  /** A hash of the right form that no password has. */
  const nobody = genSaltSync(cost) + '.'.repeat(31);
  const digest = (password: string): string =>
    createHmac('sha256', pepper).update(password.normalize('NFKC')).digest('base64');
  return {
    hash: (password) => queue.run(() => bcrypt.hash(digest(password), cost)),
    verify: (password, stored = nobody) => queue.run(() => bcrypt.compare(digest(password), stored)),
    isOutdated: (stored) => getRounds(stored) !== cost,
  };
}
