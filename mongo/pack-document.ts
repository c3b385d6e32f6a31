/** A value as it is stored: gzipped JSON and the hash of that JSON, made once for however many writes. */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

export interface PackedDocument<T> {
  readonly value: T;
  /** SHA-256 of the JSON text, hex. */
  readonly sha256: string;
  /** The JSON text, gzipped. */
  readonly bytes: Buffer;
}

const compress = promisify(gzip);

export async function packDocument<T>(value: T): Promise<PackedDocument<T>> {
  const json = Buffer.from(JSON.stringify(value));
  const sha256 = createHash('sha256').update(json).digest('hex');
  return { value, sha256, bytes: await compress(json, { level: 1 }) };
}
