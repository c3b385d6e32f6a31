/** Reads a body as it is, of bounded size: gzip is undone, whether it is an encoding of the request or the file's own. */
import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { BadRequest, ContentTooLarge, Unprocessable, UnsupportedMediaType } from './errors.ts';

const inflate = promisify(gunzip);

/** Of gzip (RFC 1952, section 2.3.1). */
const MAGIC = [0x1f, 0x8b];
const isGzip = (bytes: Buffer): boolean => MAGIC.every((byte, i) => bytes[i] === byte);

export async function readFile(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const encoding = (request.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (!['identity', 'gzip', 'x-gzip'].includes(encoding))
    throw new UnsupportedMediaType('Content-Encoding must be gzip or identity');
  const received = await collect(request, maxBytes);
  const body = encoding === 'identity' ? received : await decompress(received, maxBytes);
  return isGzip(body) ? decompress(body, maxBytes) : body;
}

const tooLarge = (maxBytes: number) => new ContentTooLarge(`File exceeds ${maxBytes} bytes`);

/** What is over the limit is let pass unread, so that the client hears why. */
function collect(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    if (Number(request.headers['content-length'] ?? 0) > maxBytes) {
      reject(tooLarge(maxBytes));
      return;
    }
    const chunks: Buffer[] = [];
    let length = 0;
    const onData = (chunk: Buffer): void => {
      length += chunk.length;
      chunks.push(chunk);
      if (length <= maxBytes) return;
      request.off('data', onData).resume();
      chunks.length = 0;
      reject(tooLarge(maxBytes));
    };
    request
      .on('data', onData)
      .once('end', () => resolve(Buffer.concat(chunks)))
      .once('error', (cause) => reject(new BadRequest('Body cannot be read', { cause })))
      .once('close', () => reject(new BadRequest('Body ends too early')));
  });
}

async function decompress(bytes: Buffer, maxBytes: number): Promise<Buffer> {
  try {
    return await inflate(bytes, { maxOutputLength: maxBytes });
  } catch (error) {
    if (hasCode(error, 'ERR_BUFFER_TOO_LARGE')) throw tooLarge(maxBytes);
    const reason = error instanceof Error ? error.message : String(error);
    throw new Unprocessable([{ loc: ['body'], msg: `Not gzip: ${reason}`, type: 'value_error' }]);
  }
}

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;
