/** A value as it is stored: gzipped JSON and the hash of that JSON, made once for however many writes. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { jsonPieces } from '../temporal/json/json-pieces.ts';

export interface PackedDocument<T> {
  readonly value: T;
  /** SHA-256 of the JSON text, hex. */
  readonly sha256: string;
  /** The JSON text, gzipped. */
  readonly bytes: Buffer;
}

/** Other work has its turn while each piece of a large value is compressed. */
export async function packDocument<T>(value: T): Promise<PackedDocument<T>> {
  const hash = createHash('sha256');
  function* hashed(): Generator<Buffer> {
    for (const text of jsonPieces(value)) {
      const piece = Buffer.from(text);
      hash.update(piece);
      yield piece;
    }
  }
  const zip = createGzip({ level: 1 });
  const [bytes] = await Promise.all([buffer(zip), pipeline(Readable.from(hashed()), zip)]);
  return { value, sha256: hash.digest('hex'), bytes };
}
