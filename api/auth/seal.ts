/**
 * Encryption of a user's secret at rest: AES-256-GCM (NIST SP 800-38D) under a key from HKDF-SHA-256
 * (RFC 5869). The user's id is authenticated too, so that a secret is of no use in another account.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

export interface Seal {
  /** base64url of nonce, tag and ciphertext. */
  close(secret: Uint8Array, userId: string): string;
  /** Throws when the text was altered, is another user's or was made with another key. */
  open(sealed: string, userId: string): Buffer;
}

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Keeps this key apart from whatever else is made of the same setting. */
const PURPOSE = 'two-factor secrets';

export function createSeal(setting: string): Seal {
  const key = Buffer.from(hkdfSync('sha256', setting, '', PURPOSE, KEY_BYTES));
  return {
    close: (secret, userId) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(userId));
      const text = Buffer.concat([cipher.update(secret), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url');
    },
    open: (sealed, userId) => {
      const bytes = Buffer.from(sealed, 'base64url');
      const [nonce, tag] = [
        bytes.subarray(0, NONCE_BYTES),
        bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES),
      ];
      try {
        const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
        decipher.setAAD(Buffer.from(userId)).setAuthTag(tag);
        return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
      } catch (cause) {
        throw new Error('A two-factor secret cannot be opened: was TWO_FACTOR_KEY changed?', { cause });
      }
    },
  };
}
