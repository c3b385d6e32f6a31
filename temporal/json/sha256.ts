/** SHA-256 of the canonical JSON of a value. A server, a command line and a browser compute the same hash. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { canonicalJson } from './canonical-json.ts';

/** SHA-256 of a value, hex. Throws for a value without JSON text. */
export const canonicalSha256 = (value: unknown): string =>
  bytesToHex(sha256(utf8ToBytes(canonicalJson(value))));
