/** Whether a certificate is signed, and by which of some public keys. */
import { base64url, calculateJwkThumbprint, compactVerify, decodeProtectedHeader, type JWK } from 'jose';
import { canonicalJson } from '../../../temporal/json/canonical-json.ts';
import { type Finding, finding } from './findings.ts';
import { type Evidence, isObject, type Signed } from './read-certificate.ts';

/** Two processes of a service may differ by this, s. */
const CLOCK_S = 60;
/** The last second that a date can say. */
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
      finding('key', null, 'The signature names no key'),
      finding('signature', false, 'It is no signature of a service'),
    ];
  if (keys === undefined)
    return [
      finding('key', null, 'None given: bring the keys of the service, from its /.well-known/jwks.json'),
      finding('signature', null, 'There is no key to check it with'),
    ];
  const key = await findKey(keys, kid);
  if (typeof key === 'string')
    return [finding('key', false, key), finding('signature', null, 'There is no key to check it with')];
  const times = checkTimes(key, Number(iat));
  return [areKeysInside ? unknownKey(times) : times, await checkBytes(certificate, key)];
}

const unknownKey = ({ part, fits, message }: Finding): Finding =>
  finding(
    part,
    fits && null,
    `${message}; it came with what it signed: whose it is, the jwks.json of a service says`,
  );

/** `kid`: which key signed, `iat`: when. */
export function headOf({ signature }: Signed): { readonly kid?: unknown; readonly iat?: unknown } {
  try {
    return decodeProtectedHeader(signature);
  } catch {
    return {};
  }
}

/** The key, or what is wrong with those that were given. */
async function findKey(keys: unknown, kid: string): Promise<JWK | string> {
  const list = isObject(keys) && Array.isArray(keys['keys']) ? keys['keys'] : undefined;
  if (!list) return 'The keys are no JSON Web Key Set: it should be an object with a list `keys`';
  const key: JWK | undefined = list.find((each) => isObject(each) && each['kid'] === kid);
  if (!key) return `None of the ${list.length} keys is ${kid}, which signed: another service, or older keys`;
  const { kty, crv, x } = key;
  if (kty !== 'OKP' || crv !== 'Ed25519' || typeof x !== 'string') return `The key ${kid} is no Ed25519 key`;
  const thumbprint = await calculateJwkThumbprint({ kty, crv, x });
  return thumbprint === kid ? key : `The key under the name ${kid} is another one`;
}

function checkTimes({ kid, nbf, exp }: JWK & { nbf?: unknown; exp?: unknown }, at: number): Finding {
  if (!(Math.abs(at) <= LAST_S)) return finding('key', false, 'The signature does not say when it was made');
  const when = new Date(at * 1000).toISOString();
  if (typeof nbf === 'number' && at < nbf - CLOCK_S)
    return finding('key', false, `The key ${kid} was not in use yet when it signed, ${when}`);
  if (typeof exp === 'number' && at >= exp + CLOCK_S)
    return finding('key', false, `The key ${kid} was no longer in use when it signed, ${when}`);
  const retired = typeof exp === 'number' ? '; it has been replaced since, and stays valid for that' : '';
  return finding('key', true, `Key ${kid}, which signed ${when}${retired}`);
}

async function checkBytes({ statement, signature }: Signed, { kty, crv, x }: JWK): Promise<Finding> {
  const [head, detached, bytes = ''] = signature.split('.');
  if (detached !== '') return finding('signature', false, 'It should be a JWS with detached payload');
  try {
    const payload = base64url.encode(canonicalJson(statement));
    // `findKey` found that it is an Ed25519 key.
    await compactVerify(`${head}.${payload}.${bytes}`, { kty, crv, x } as JWK, { algorithms: ['EdDSA'] });
    // The last character has bits that no decoder reads.
    if (base64url.encode(base64url.decode(bytes)) !== bytes) return finding('signature', false, CHANGED);
    return finding('signature', true, 'The statement is what was signed');
  } catch (error) {
    // A browser without Ed25519 in Web Crypto.
    if (error instanceof Error && error.name === 'NotSupportedError')
      return finding('signature', null, 'This browser cannot check Ed25519 signatures: use a newer one');
    return finding('signature', false, CHANGED);
  }
}
