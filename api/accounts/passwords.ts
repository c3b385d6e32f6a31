/**
 * Password storage: bcrypt(base64(HMAC-SHA-256(pepper, NFKC(password)))). The HMAC makes 44 bytes of
 * any password, so bcrypt neither truncates at 72 bytes nor stops at NUL.
 */
import { createHmac } from 'node:crypto';
import { compare, getRounds, hash } from 'bcrypt';
import { ServiceUnavailable } from '../http/errors.ts';

export interface Passwords {
  hash(password: string): Promise<string>;
  /** Takes the same time for an unknown user, whose `stored` hash is undefined. */
  verify(password: string, stored: string | undefined): Promise<boolean>;
  /** True when `stored` was made with another work factor. */
  isOutdated(stored: string): boolean;
}

/** Hashes at the same time, each on a core that solves could have. */
const PARALLEL = 2;
const MAX_WAITING = 64;

export function createPasswords(pepper: string, cost: number): Passwords {
  const inTurn = createQueue();
  /** A hash of the right form that no password has: salt and digest of zeros, in the letters of bcrypt. */
  const nobody = `$2b$${String(cost).padStart(2, '0')}$${'.'.repeat(53)}`;
  const digest = (password: string): string =>
    createHmac('sha256', pepper).update(password.normalize('NFKC')).digest('base64');
  return {
    hash: (password) => inTurn(() => hash(digest(password), cost)),
    verify: (password, stored = nobody) => inTurn(() => compare(digest(password), stored)),
    isOutdated: (stored) => getRounds(stored) !== cost,
  };
}

/** Lets few tasks run at a time, the others in order of arrival, and refuses what would wait too long. */
function createQueue(): <T>(task: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  const turn = (): Promise<void> => new Promise((resolve) => waiting.push(resolve));
  return async (task) => {
    if (running < PARALLEL) running += 1;
    else if (waiting.length < MAX_WAITING) await turn();
    else throw new ServiceUnavailable('Too many sign-ins at once', { headers: { 'Retry-After': '5' } });
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
