/** Checks the signature of a certificate against public keys. */
import { base64url, calculateJwkThumbprint, compactVerify, decodeProtectedHeader, type JWK } from 'jose';
import { canonicalJson } from '../../../temporal/json/canonical-json.ts';
import { type Finding, finding } from './findings.ts';
import { type Evidence, isObject, type Signed } from './read-certificate.ts';

/** Tolerated difference between the clocks of the service's processes, s. */
const CLOCK_S = 60;
/** Largest time that a `Date` can hold, s. */
const LAST_S = 8.64e12;
const CHANGED = 'The statement or its signature was changed after it was signed';

type Keys = Pick<Evidence, 'keys' | 'areKeysInside'>;

export async function checkSignature(
  certificate: Signed,
  { keys, areKeysInside = false }: Keys,
): Promise<Finding[]> {
  const { kid, iat } = headOf(certificate);
  if (typeof kid !== 'string')
    return [
      finding('key', null, 'The signature does not name a key'),
      finding('signature', false, 'Not a signature of a service'),
    ];
  if (keys === undefined)
    return [
      finding('key', null, 'None given: add /.well-known/jwks.json of the service'),
      finding('signature', null, 'No key to check it with'),
    ];
  const key = await findKey(keys, kid);
  if (typeof key === 'string')
    return [finding('key', false, key), finding('signature', null, 'No key to check it with')];
  const times = checkTimes(key, Number(iat));
  return [areKeysInside ? unknownKey(times) : times, await checkBytes(certificate, key)];
}

const unknownKey = ({ part, fits, message }: Finding): Finding =>
  finding(
    part,
    fits && null,
    `${message}; it came with the certificate, so only jwks.json of the service can confirm its owner`,
  );

/** Header of the signature: `kid` names the key, `iat` the time. */
export function headOf({ signature }: Signed): { readonly kid?: unknown; readonly iat?: unknown } {
  try {
    return decodeProtectedHeader(signature);
  } catch {
    return {};
  }
}

/** The key that made the signature, or a message if no key fits. */
async function findKey(keys: unknown, kid: string): Promise<JWK | string> {
  const list = isObject(keys) && Array.isArray(keys['keys']) ? keys['keys'] : undefined;
  if (!list) return 'Not a JSON Web Key Set: it should be an object with a list `keys`';
  const key: JWK | undefined = list.find((each) => isObject(each) && each['kid'] === kid);
  if (!key) return `None of the ${list.length} keys is ${kid}, which signed: wrong service or outdated keys`;
  const { kty, crv, x } = key;
  if (kty !== 'OKP' || crv !== 'Ed25519' || typeof x !== 'string') return `Key ${kid} is not an Ed25519 key`;
  const thumbprint = await calculateJwkThumbprint({ kty, crv, x });
  return thumbprint === kid ? key : `The key named ${kid} does not match its thumbprint`;
}

function checkTimes({ kid, nbf, exp }: JWK & { nbf?: unknown; exp?: unknown }, at: number): Finding {
  if (!(Math.abs(at) <= LAST_S)) return finding('key', false, 'The signature has no valid time');
  const when = new Date(at * 1000).toISOString();
  if (typeof nbf === 'number' && at < nbf - CLOCK_S)
    return finding('key', false, `Key ${kid} was not yet in use when it signed, ${when}`);
  if (typeof exp === 'number' && at >= exp + CLOCK_S)
    return finding('key', false, `Key ${kid} was no longer in use when it signed, ${when}`);
  const retired = typeof exp === 'number' ? '; since replaced, but valid for this signature' : '';
  return finding('key', true, `Key ${kid}, which signed ${when}${retired}`);
}

async function checkBytes({ statement, signature }: Signed, { kty, crv, x }: JWK): Promise<Finding> {
  const [head, detached, bytes = ''] = signature.split('.');
  if (detached !== '') return finding('signature', false, 'Should be a JWS with detached payload');
  try {
    const payload = base64url.encode(canonicalJson(statement));
    // `findKey` has checked that this is an Ed25519 key.
    await compactVerify(`${head}.${payload}.${bytes}`, { kty, crv, x } as JWK, { algorithms: ['EdDSA'] });
    // Decoders ignore some bits of the last character, so only the canonical encoding is accepted.
    if (base64url.encode(base64url.decode(bytes)) !== bytes) return finding('signature', false, CHANGED);
    return finding('signature', true, 'The statement is as signed');
  } catch (error) {
    // Browsers without Ed25519 in Web Crypto throw this error.
    if (error instanceof Error && error.name === 'NotSupportedError')
      return finding('signature', null, 'This browser cannot check Ed25519 signatures: use a newer one');
    return finding('signature', false, CHANGED);
  }
}
