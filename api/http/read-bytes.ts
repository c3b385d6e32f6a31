/** Reads the bytes of a request; their number is limited before and after decompression. */
import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import {
  ApiError,
  BadRequest,
  ContentTooLarge,
  RequestTimeout,
  Unprocessable,
  UnsupportedMediaType,
} from './errors.ts';
import { watchPace } from './pace.ts';

/** Chunk size of decompression when the size of the content is unknown. */
const CHUNK_BYTES = 256 * 1024;
/** Longest pause between two bytes of a body, ms. */
const IDLE_MS = 10_000;
/** Length of the size field at the end of a gzip file, bytes (RFC 1952, section 2.3.1). */
const SIZE_BYTES = 4;

const DECOMPRESSORS = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
};
export type Encoding = keyof typeof DECOMPRESSORS;

const isEncoding = (name: string): name is Encoding => Object.hasOwn(DECOMPRESSORS, name);

interface ByteLimits {
  readonly maxBytes: number;
  /** Name of the body in error messages, for example `Body`. */
  readonly what: string;
  /**
   * Charges received bytes to the caller; the announced length is charged before the first byte. Throws the refusal.
   */
  readonly take?: ((bytes: number) => void) | undefined;
}

/** Reads and decompresses a body with one of `encodings`. Throws 400, 413, 415, or the decompressor's own error. */
export async function readBytes(
  request: IncomingMessage,
  encodings: readonly Encoding[],
  limits: ByteLimits,
): Promise<Buffer> {
  const encoding = (request.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (encoding === 'identity') return readRaw(request, limits);
  if (!isEncoding(encoding) || !encodings.includes(encoding))
    throw new UnsupportedMediaType(`Content-Encoding must be ${[...encodings, 'identity'].join(', ')}`);
  return decompress(await readRaw(request, limits), encoding, limits);
}

/** Decompresses a body. Throws 413, or the decompressor's own error. */
async function decompress(bytes: Buffer, encoding: Encoding, limits: ByteLimits): Promise<Buffer> {
  try {
    const chunkSize = chunkBytes(bytes, encoding, limits);
    return await DECOMPRESSORS[encoding](bytes, { maxOutputLength: limits.maxBytes, chunkSize });
  } catch (error) {
    const isTooLong = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
    throw isTooLong ? tooLarge(limits) : error;
  }
}

/**
 * Size of the chunks of decompression, bytes. If the size of the content is known, one chunk holds it all, since
 * joining chunks on the event loop is slow.
 */
function chunkBytes(bytes: Buffer, encoding: Encoding, { maxBytes }: ByteLimits): number {
  const isTold = encoding.endsWith('gzip') && bytes.length > SIZE_BYTES;
  const statedBytes = isTold ? bytes.readUInt32LE(bytes.length - SIZE_BYTES) + 1 : 0;
  return Math.max(CHUNK_BYTES, Math.min(statedBytes, maxBytes + 1));
}

const tooLarge = ({ what, maxBytes }: ByteLimits) => new ContentTooLarge(`${what} exceeds ${maxBytes} bytes`);

/**
 * The raw, still encoded bytes of a request. A body over the limit is read and discarded, so that the client receives the
 * error. A client that pauses for long or sends very slowly is refused, because its partial request occupies memory.
 * Throws 400, 408 or 413, and the errors of `take`.
 */
export function readRaw(request: IncomingMessage, limits: ByteLimits): Promise<Buffer> {
  const { maxBytes, what, take } = limits;
  const announced = request.headers['content-length'];
  return new Promise((resolve, reject) => {
    if (Number(announced ?? 0) > maxBytes) throw tooLarge(limits);
    if (announced !== undefined) take?.(Number(announced));
    const chunks: Buffer[] = [];
    let length = 0;
    const settle = (): void => {
      clearTimeout(idle);
      endLooks();
      request.off('data', onData);
    };
    const refuse = (error: unknown): void => {
      settle();
      request.resume();
      chunks.length = 0;
      reject(error);
    };
    const late = (): void => refuse(new RequestTimeout(`${what} arrives too slowly`));
    const idle = setTimeout(late, IDLE_MS);
    const endLooks = watchPace(() => length, late);
    const onData = (chunk: Buffer): void => {
      idle.refresh();
      length += chunk.length;
      try {
        if (length > maxBytes) throw tooLarge(limits);
        if (announced === undefined) take?.(chunk.length);
        chunks.push(chunk);
      } catch (error) {
        refuse(error);
      }
    };
    request
      .on('data', onData)
      .once('end', () => {
        settle();
        resolve(Buffer.concat(chunks));
      })
      .once('error', (cause) => refuse(new BadRequest('Body cannot be read', { cause })))
      .once('close', () => refuse(new BadRequest('Body ends too early')));
  });
}

/** First bytes of gzip (RFC 1952, section 2.3.1). */
const MAGIC = [0x1f, 0x8b];
const isGzip = (bytes: Buffer): boolean => MAGIC.every((byte, i) => bytes[i] === byte);

/** Reads a file; gzip is decompressed, whether it is an encoding of the request or of the file itself. */
export async function readFile(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const limits = { maxBytes, what: 'File' };
  const body = await readBytes(request, ['gzip', 'x-gzip'], limits).catch(refuse);
  return isGzip(body) ? decompress(body, 'gzip', limits).catch(refuse) : body;
}

function refuse(error: unknown): never {
  if (error instanceof ApiError) throw error;
  const reason = error instanceof Error ? error.message : String(error);
  throw new Unprocessable([{ loc: ['body'], msg: `Not gzip: ${reason}`, type: 'value_error' }]);
}
