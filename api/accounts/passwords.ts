/**
 * Password storage: bcrypt(base64(HMAC-SHA-256(pepper, NFKC(password)))). The HMAC makes 44 bytes of
 * any password, so bcrypt neither truncates at 72 bytes nor stops at NUL.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { getRounds } from 'bcryptjs';
import { createHashThreads } from './hash-threads.ts';

export interface Passwords {
  hash(password: string): Promise<string>;
  /**
   * Compares a password with its hash; for an unknown user, `stored` is undefined and the comparison takes the same
   * time.
   */
  verify(password: string, stored: string | undefined): Promise<boolean>;
  /** True when `stored` was made with another work factor. */
  isOutdated(stored: string): boolean;
}

/** Length of the part of a hash that contains work factor and salt, characters. */
const SALT_LENGTH = 29;

export function createPasswords(pepper: string, cost: number): Passwords {
  const hash = createHashThreads();
  /** A hash of the right form that no password has: salt and digest of zeros, in the alphabet of bcrypt. */
  const unmatched = `$2b$${String(cost).padStart(2, '0')}$${'.'.repeat(53)}`;
  const digest = (password: string): string =>
    createHmac('sha256', pepper).update(password.normalize('NFKC')).digest('base64');
  return {
    hash: (password) => hash({ text: digest(password), salt: cost }),
    verify: async (password, stored = unmatched) => {
      const computed = await hash({ text: digest(password), salt: stored.slice(0, SALT_LENGTH) });
      return isEqual(computed, stored);
    },
    isOutdated: (stored) => getRounds(stored) !== cost,
  };
}

const isEqual = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
