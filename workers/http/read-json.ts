/** Reads a JSON body of bounded size. */
import type { IncomingMessage } from 'node:http';
import { inSlices } from '../../temporal/json/in-slices.ts';
import { JsonError } from '../../temporal/json/json-text.ts';
import { parseJson } from '../../temporal/json/parse-json.ts';
import { HttpError } from './http-error.ts';

const JSON_TYPE = /^application\/([\w.-]+\+)?json\s*(;|$)/i;

/** `undefined` when the request carries no body. Throws 400, 413 or 415. */
export async function readJson(request: IncomingMessage, maxBytes: number): Promise<unknown> {
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = request.headers;
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
  const bytes = await readAll(request, maxBytes);
  if (bytes.length === 0) return undefined;
  if (!JSON_TYPE.test(type)) throw new HttpError(415, 'Content-Type must be application/json');
  if (encoding !== 'identity') throw new HttpError(415, 'Content-Encoding must be identity');
  return inSlices(parseJson(bytes)).catch(refuse);
}

/** The request stays open, for the reply has to go out over it. */
async function readAll(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > maxBytes) throw tooLarge(maxBytes);
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

function refuse(error: unknown): never {
  if (!(error instanceof JsonError)) throw error;
  if (error.kind === 'large') throw new HttpError(413, error.message);
  if (error.kind === 'malformed') throw new HttpError(400, `Malformed JSON: ${error.message}`);
  throw new HttpError(422, [{ loc: ['body'], msg: error.message, type: 'value_error' }]);
}

/** What is left of the body is not read, so that the connection cannot be used again. */
const tooLarge = (maxBytes: number): HttpError =>
  new HttpError(413, `Body exceeds ${maxBytes} bytes`, { headers: { Connection: 'close' } });
