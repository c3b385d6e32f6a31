/** Whether a certificate is signed, and by which of some public keys. */
import {
  base64url,
  calculateJwkThumbprint,
  compactVerify,
  decodeProtectedHeader,
  importJWK,
  type JWK,
} from 'jose';
import { canonicalJson } from '../../../temporal/json/canonical-json.ts';
import { type Finding, unchecked, wrong } from './findings.ts';
import { isObject, type Signed } from './read-certificate.ts';

const ALGORITHM = 'EdDSA';
/** Two processes of a service may differ by this, s. */
const CLOCK_S = 60;
/** The last second that a date can say. */
const LAST_S = 8.64e12;
const CHANGED = 'The statement or its signature was changed after it was signed';

export async function checkSignature(certificate: Signed, keys: unknown): Promise<Finding[]> {
  const header = headerOf(certificate.signature);
  if (typeof header?.kid !== 'string')
    return [
      unchecked('key', 'The signature names no key'),
      wrong('signature', 'It is no signature of a service'),
    ];
  const { kid, iat } = header;
  const found = await findKey(keys, kid);
  if (typeof found === 'string')
    return [wrong('key', found), unchecked('signature', 'There is no key to check it with')];
  return [checkTimes(found, kid, iat), await verified(certificate, found)];
}

/** The key that a signature names. */
export const keyIdOf = (signature: string): unknown => headerOf(signature)?.kid;

interface Header {
  readonly kid?: unknown;
  readonly iat?: unknown;
}

function headerOf(signature: string): Header | undefined {
  try {
    return decodeProtectedHeader(signature);
  } catch {
    return undefined;
  }
}

/** The key, or what is wrong with those that were given. */
async function findKey(keys: unknown, kid: string): Promise<JWK | string> {
  if (keys === undefined)
    return 'No public keys were given: they are at /.well-known/jwks.json of the service';
  const list = isObject(keys) && Array.isArray(keys['keys']) ? keys['keys'] : undefined;
  if (!list) return 'The keys are no JSON Web Key Set: it should be an object with a list `keys`';
  const key: JWK | undefined = list.find((each) => isObject(each) && each['kid'] === kid);
  if (!key) return `None of the ${list.length} keys is ${kid}, which signed: another service, or older keys`;
  const { kty, crv, x } = key;
  if (kty !== 'OKP' || crv !== 'Ed25519' || typeof x !== 'string') return `The key ${kid} is no Ed25519 key`;
  const thumbprint = await calculateJwkThumbprint({ kty, crv, x });
  return thumbprint === kid ? key : `The key under the name ${kid} is another one`;
}

function checkTimes(
  { nbf, exp }: JWK & { nbf?: unknown; exp?: unknown },
  kid: string,
  iat: unknown,
): Finding {
  const at = Number(iat);
  if (!(Math.abs(at) <= LAST_S)) return wrong('key', 'The signature does not say when it was made');
  const when = new Date(at * 1000).toISOString();
  if (typeof nbf === 'number' && at < nbf - CLOCK_S)
    return wrong('key', `The key ${kid} was not in use yet when it signed, ${when}`);
  if (typeof exp === 'number' && at >= exp + CLOCK_S)
    return wrong('key', `The key ${kid} was no longer in use when it signed, ${when}`);
  const retired = typeof exp === 'number' ? '; it has been replaced since, and stays valid for that' : '';
  return { part: 'key', fits: true, message: `Key ${kid}, which signed ${when}${retired}` };
}

async function verified({ statement, signature }: Signed, key: JWK): Promise<Finding> {
  const [head, detached, bytes = ''] = signature.split('.');
  const { kty, crv, x } = key;
  try {
    if (detached !== '') return wrong('signature', 'It should be a JWS with detached payload');
    // The last character has bits that no decoder reads.
    if (base64url.encode(base64url.decode(bytes)) !== bytes) return wrong('signature', CHANGED);
    const payload = base64url.encode(canonicalJson(statement));
    const publicKey = await importJWK({ kty, crv, x } as JWK, ALGORITHM);
    await compactVerify(`${head}.${payload}.${bytes}`, publicKey, { algorithms: [ALGORITHM] });
    return { part: 'signature', fits: true, message: 'The statement is what was signed' };
  } catch (error) {
    // A browser without Ed25519 in Web Crypto.
    if (error instanceof Error && error.name === 'NotSupportedError')
      return unchecked('signature', 'This browser cannot check Ed25519 signatures: use a newer one');
    return wrong('signature', CHANGED);
  }
}
