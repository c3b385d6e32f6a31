/** Reads a body as it is, of bounded size: gzip is undone, whether it is an encoding of the request or the file's own. */
import type { IncomingMessage } from 'node:http';
import { ApiError, Unprocessable } from './errors.ts';
import { decompress, readBytes } from './read-bytes.ts';

/** Of gzip (RFC 1952, section 2.3.1). */
const MAGIC = [0x1f, 0x8b];
const isGzip = (bytes: Buffer): boolean => MAGIC.every((byte, i) => bytes[i] === byte);

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
