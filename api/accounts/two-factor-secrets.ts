/**
 * Encryption of a user's secret at rest: AES-256-GCM (NIST SP 800-38D) under a key from HKDF-SHA-256
 * (RFC 5869). The user's id is authenticated too, so that a secret is of no use in another account.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { deriveKey } from '../http/secrets.ts';
import type { AccountDeps } from './deps.ts';

export interface Seal {
  /** base64url of nonce, tag and ciphertext. */
  close(secret: Uint8Array, userId: string): string;
  /** Throws when the text was altered, is another user's or was made with another key. */
  open(sealed: string, userId: string): Buffer;
  /** Whether the key that closes today opens the text. */
  isCurrent(sealed: string, userId: string): boolean;
}

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** What the key is for. */
const PURPOSE = 'two-factor secrets';

/** `previous`: a retired setting, whose seals still open. */
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

/** Null when the key does not fit or the text was altered, which look the same. */
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

type Needs = Pick<AccountDeps, 'twoFactor' | 'seal' | 'log'>;

/**
 * Puts the secrets that are still sealed with TWO_FACTOR_PREVIOUS_KEY under TWO_FACTOR_KEY, so that the former can go.
 * Repeatable; a secret that neither key opens stays as it is and is counted in the log.
 */
export async function resealTwoFactor({ twoFactor, seal, log }: Needs): Promise<void> {
  let resealed = 0;
  let closed = 0;
  for await (const { user_id, secret } of twoFactor.all()) {
    const outcome = renewed(seal, secret, user_id);
    if (outcome === 'closed') closed += 1;
    else if (outcome && (await twoFactor.reseal(user_id, secret, outcome.secret))) resealed += 1;
  }
  log.info({ resealed, closed }, 'two-factor secrets are under TWO_FACTOR_KEY');
}

/** Null for a secret that is under the newest key. */
function renewed(
  seal: AccountDeps['seal'],
  secret: string,
  userId: string,
): { secret: string } | 'closed' | null {
  try {
    return seal.isCurrent(secret, userId) ? null : { secret: seal.close(seal.open(secret, userId), userId) };
  } catch {
    return 'closed';
  }
}
