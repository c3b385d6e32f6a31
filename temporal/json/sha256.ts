/** SHA-256 of values by their canonical JSON: equal on a server, on a command line and in a browser. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { canonicalJson } from './canonical-json.ts';

/** SHA-256 of a value, hex. Throws for a value without JSON text. */
export const canonicalSha256 = (value: unknown): string =>
  bytesToHex(sha256(utf8ToBytes(canonicalJson(value))));
