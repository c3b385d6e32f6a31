/**
 * Encryption of a user's secret at rest: AES-256-GCM (NIST SP 800-38D) under a key from HKDF-SHA-256 (RFC 5869). The
 * user's id is authenticated too, so that a secret cannot be moved to another account.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { deriveKey } from '../http/secrets.ts';

export interface Seal {
  /** Encrypts a secret; returns base64url of nonce, tag and ciphertext. */
  close(secret: Uint8Array, userId: string): string;
  /**
   * Decrypts a secret. Throws when the text was altered, belongs to another user, or was encrypted under another key.
   */
  open(sealed: string, userId: string): Buffer;
  /** True if the text is sealed with the current key. */
  isCurrent(sealed: string, userId: string): boolean;
}

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Purpose that separates the key from other keys derived from the same setting. */
const PURPOSE = 'two-factor secrets';

/** `previous`: the former key setting; secrets sealed under it can still be opened. */
export function createSeal(setting: string, previous?: string): Seal {
  const key = toKey(setting);
  const keys = previous === undefined ? [key] : [key, toKey(previous)];
  return {
    close: (secret, userId) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(userId));
      const text = Buffer.concat([cipher.update(secret), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url');
    },
    open: (sealed, userId) => {
      for (const candidate of keys) {
        const secret = openWith(candidate, sealed, userId);
        if (secret) return secret;
      }
      throw new Error('A two-factor secret cannot be opened: was TWO_FACTOR_KEY changed?');
    },
    isCurrent: (sealed, userId) => openWith(key, sealed, userId) !== null,
  };
}

const toKey = (setting: string): Buffer => deriveKey(setting, PURPOSE);

/** The decrypted secret; null if the key is wrong or the text was altered, which cannot be distinguished. */
function openWith(key: Buffer, sealed: string, userId: string): Buffer | null {
  const bytes = Buffer.from(sealed, 'base64url');
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  try {
    const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(userId)).setAuthTag(tag);
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
  } catch {
    return null;
  }
}
