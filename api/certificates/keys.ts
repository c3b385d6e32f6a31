/**
 * The Ed25519 keys of this instance (RFC 8032, RFC 8037). The current one comes from the setting, or is made once and kept
 * in MongoDB, encrypted, so that all API processes sign alike. Public keys stay published for what they signed.
 */
import { createPrivateKey, type KeyObject, randomBytes } from 'node:crypto';
import {
  CompactEncrypt,
  CompactSign,
  calculateJwkThumbprint,
  compactDecrypt,
  decodeProtectedHeader,
} from 'jose';
import type { SigningKeyRecord, SigningKeys } from '../../mongo/signing-keys.ts';
import type { Transaction } from '../../mongo/transaction.ts';
import type { Jwks, SignedCertificate } from '../../temporal/case/messages/signed-certificate.ts';
import { canonicalJson } from '../../temporal/json/canonical-json.ts';
import { Conflict, ServiceUnavailable } from '../http/errors.ts';
import { deriveKey } from '../http/secrets.ts';

export const SEED_BYTES = 32;
/** What comes before the seed of an Ed25519 key in PKCS #8 (RFC 8410, section 7). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');
const MS_PER_S = 1000;

interface KeyParts {
  readonly store: SigningKeys;
  readonly now: () => Date;
  readonly settings: {
    readonly CERTIFICATE_KEY?: string | undefined;
    readonly PASSWORD_PEPPER: string;
  };
}

interface PrivateKey {
  readonly kid: string;
  readonly x: string;
  readonly key: KeyObject;
}

export type CertificateKeys = ReturnType<typeof createCertificateKeys>;

export function createCertificateKeys({ store, now, settings }: KeyParts) {
  const given = settings.CERTIFICATE_KEY;
  const lock = deriveKey(settings.PASSWORD_PEPPER, 'signing keys');
  let registered: Promise<PrivateKey> | undefined;

  async function made(): Promise<SigningKeyRecord> {
    const seed = randomBytes(SEED_BYTES);
    const { kid, x } = await keyOf(seed);
    const sealed = await new CompactEncrypt(seed)
      .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
      .encrypt(lock);
    return { _id: kid, x, sealed, since: now(), until: null };
  }

  async function current(): Promise<PrivateKey> {
    if (given !== undefined) {
      registered ??= register(Buffer.from(given, 'base64'));
      // What has failed is tried again with the next certificate.
      registered.catch(() => {
        registered = undefined;
      });
      return registered;
    }
    const record = (await store.current()) ?? (await store.addFirst(await made()));
    if (record.sealed !== null) return keyOf(await opened(record.sealed));
    // A setting had the key, and is gone.
    await store.replace(await made());
    return current();
  }

  async function register(seed: Buffer): Promise<PrivateKey> {
    const own = await keyOf(seed);
    const known = await store.current();
    if (known?._id !== own.kid)
      await store.replace({ _id: own.kid, x: own.x, sealed: null, since: now(), until: null });
    return own;
  }

  async function opened(sealed: string): Promise<Buffer> {
    try {
      return Buffer.from((await compactDecrypt(sealed, lock)).plaintext);
    } catch (cause) {
      const words = 'The signing key of the service cannot be opened: an administrator must make a new one';
      throw new ServiceUnavailable(words, { cause });
    }
  }

  return {
    /** Signs with the current key, now. */
    async sign<S extends object>(
      statement: S,
    ): Promise<{ statement: S } & Pick<SignedCertificate, 'signature'>> {
      const { kid, key } = await current();
      const jws = await new CompactSign(Buffer.from(canonicalJson(statement)))
        .setProtectedHeader({ alg: 'EdDSA', kid, iat: Math.floor(now().getTime() / MS_PER_S) })
        .sign(key);
      const [head, , signature] = jws.split('.');
      return { statement, signature: `${head}..${signature}` };
    },
    /** Every public key, the current one first; there is one from the first call on. */
    async published(): Promise<Jwks> {
      await current();
      return { keys: (await store.all()).map(toJwk) };
    },
    /** A new key in place of the current one. Throws `Conflict` where a setting has the key. */
    async rotate(tx: Transaction): Promise<SigningKeyRecord> {
      if (given !== undefined)
        throw new Conflict('The setting CERTIFICATE_KEY has the key: change it and start the service again');
      const next = await made();
      await store.replace(next, tx);
      return next;
    },
  };
}

/** The key that signed. */
export const keyIdOf = ({ signature }: SignedCertificate): string | undefined =>
  decodeProtectedHeader(signature).kid;

async function keyOf(seed: Buffer): Promise<PrivateKey> {
  const der = Buffer.concat([PKCS8_HEAD, seed]);
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const x = String(key.export({ format: 'jwk' }).x);
  return { kid: await calculateJwkThumbprint({ kty: 'OKP', crv: 'Ed25519', x }), x, key };
}

const toJwk = ({ _id: kid, x, since, until }: SigningKeyRecord): Jwks['keys'][number] => ({
  kty: 'OKP',
  crv: 'Ed25519',
  x,
  kid,
  alg: 'EdDSA',
  use: 'sig',
  nbf: Math.floor(since.getTime() / MS_PER_S),
  ...(until && { exp: Math.ceil(until.getTime() / MS_PER_S) }),
});
