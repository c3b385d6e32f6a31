/**
 * The Ed25519 keys of this instance (RFC 8032, RFC 8037). The current key comes from the setting, or is generated once
 * and kept in MongoDB, encrypted, so that all API processes sign with the same key. Public keys stay published, so that
 * older signatures can be verified.
 */
import { createPrivateKey, type KeyObject, randomBytes } from 'node:crypto';
import {
  CompactEncrypt,
  CompactSign,
  calculateJwkThumbprint,
  compactDecrypt,
  decodeProtectedHeader,
} from 'jose';
import { object, string } from 'yup';
import type { SigningKeyRecord, SigningKeys } from '../../mongo/signing-keys.ts';
import type { Transaction } from '../../mongo/transaction.ts';
import type { Jwks, SignedCertificate } from '../../temporal/case/messages/signed-certificate.ts';
import { canonicalJson } from '../../temporal/json/canonical-json.ts';
import { Conflict, ServiceUnavailable } from '../http/errors.ts';
import { deriveKey } from '../http/secrets.ts';

const SEED_BYTES = 32;
/** Prefix of the seed of an Ed25519 key in PKCS #8 (RFC 8410, section 7). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');
const MS_PER_S = 1000;

export const certificateSettings = object({
  CERTIFICATE_KEY: string()
    .test('seed', `CERTIFICATE_KEY must be ${SEED_BYTES} random bytes in base64`, (text) => {
      const bytes = Buffer.from(text ?? '', 'base64');
      return text === undefined || (bytes.length === SEED_BYTES && bytes.toString('base64') === text);
    })
    .optional()
    .meta({
      description:
        'Ed25519 key that signs certificates: 32 random bytes in base64; when unset, one is generated and kept in MongoDB',
    }),
});

interface KeyParts {
  readonly store: SigningKeys;
  readonly now: () => Date;
  readonly settings: { readonly CERTIFICATE_KEY?: string | undefined; readonly PASSWORD_PEPPER: string };
}

interface PrivateKey {
  readonly kid: string;
  readonly x: string;
  readonly key: KeyObject;
}

export type CertificateKeys = ReturnType<typeof createCertificateKeys>;

export function createCertificateKeys({ store, now, settings }: KeyParts) {
  const keySetting = settings.CERTIFICATE_KEY;
  const lock = deriveKey(settings.PASSWORD_PEPPER, 'signing keys');

  async function made(): Promise<SigningKeyRecord> {
    const seed = randomBytes(SEED_BYTES);
    const { kid, x } = await keyOf(seed);
    const sealed = await new CompactEncrypt(seed)
      .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
      .encrypt(lock);
    return { _id: kid, x, sealed, since: now(), until: null };
  }

  async function current(): Promise<PrivateKey> {
    const storedKey = await store.current();
    if (keySetting !== undefined) {
      const settingKey = await keyOf(Buffer.from(keySetting, 'base64'));
      const record = { _id: settingKey.kid, x: settingKey.x, sealed: null, since: now(), until: null };
      if (storedKey?._id !== settingKey.kid) await store.replace(record);
      return settingKey;
    }
    const { sealed } = storedKey ?? (await store.addFirst(await made()));
    if (sealed !== null) return keyOf(await opened(sealed));
    // The stored key is the copy of a key setting that has been removed, so a new key is generated.
    await store.replace(await made());
    return current();
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
    /** Signs with the current key and the current time. */
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
    /** All public keys, current one first; creates the first key if needed. */
    async published(): Promise<Jwks> {
      await current();
      return { keys: (await store.all()).map(toJwk) };
    },
    /** The public key that verifies a certificate. */
    async publicKeyOf({ signature }: Pick<SignedCertificate, 'signature'>): Promise<Jwks> {
      const { kid } = decodeProtectedHeader(signature);
      return { keys: (await store.all()).filter(({ _id }) => _id === kid).map(toJwk) };
    },
    /** Replaces the current key by a new one. Throws `Conflict` when the key comes from a setting. */
    async rotate(tx: Transaction): Promise<SigningKeyRecord> {
      if (keySetting !== undefined)
        throw new Conflict(
          'The key comes from the setting CERTIFICATE_KEY: change it and restart the service',
        );
      const next = await made();
      await store.replace(next, tx);
      return next;
    },
  };
}

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
