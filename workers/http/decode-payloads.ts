/**
 * `POST /codec/decode`, which the Temporal Web UI asks so that it can show encrypted payloads. Only its page may ask: a
 * browser says which page a request is from. Whoever else reaches the port can say so too, so nobody else should.
 */
import { array, mixed, object, string } from 'yup';
import { BadRequest, Forbidden, MethodNotAllowed } from '../../api/http/errors.ts';
import { createReadBody } from '../../api/http/read-body.ts';
import type { AppMiddleware } from '../../api/http/request.ts';
import { validate } from '../../api/http/validate.ts';
import {
  type dataConverterOf,
  type PayloadJson,
  payloadFromJson,
  payloadToJson,
} from '../../temporal/codec.ts';

export interface Decoding {
  readonly codecs: ReturnType<typeof dataConverterOf>['payloadCodecs'];
  /** Of the page of the Web UI. */
  readonly origin: string;
}

const PATH = '/codec/decode';
/** More than a page of events; the server refuses single payloads of 2 MB. */
const MAX_BODY_BYTES = 16 * 1024 * 1024;
const readBody = createReadBody(MAX_BODY_BYTES);

const texts = mixed((value): value is Record<string, string> =>
  Object.values(value ?? {}).every((text) => typeof text === 'string'),
);
const bodySchema = object({
  payloads: array(object({ metadata: texts.optional(), data: string().optional() }).required()).required(),
}).required();

export const decodePayloads =
  ({ codecs, origin }: Decoding): AppMiddleware =>
  async (ctx, next) => {
    if (ctx.path !== PATH) return next();
    ctx.state.route = PATH;
    if (ctx.get('Origin') !== origin)
      throw new Forbidden('Payloads are decoded for the Temporal Web UI only');
    ctx.set({ 'Access-Control-Allow-Origin': origin, Vary: 'Origin', 'Cache-Control': 'no-store' });
    if (ctx.method === 'OPTIONS') {
      ctx.set('Access-Control-Allow-Headers', ctx.get('Access-Control-Request-Headers'));
      ctx.status = 204;
      return;
    }
    if (ctx.method !== 'POST') throw new MethodNotAllowed(['OPTIONS', 'POST']);
    const { payloads } = await validate(bodySchema, 'body', await readBody(ctx));
    ctx.body = { payloads: await decode(payloads, codecs) };
  };

/** What cannot be decrypted is told to the page in words. */
async function decode(payloads: readonly PayloadJson[], codecs: Decoding['codecs']): Promise<PayloadJson[]> {
  let decoded = payloads.map(payloadFromJson);
  try {
    for (const codec of codecs) decoded = await codec.decode(decoded);
  } catch (error) {
    throw error instanceof Error ? new BadRequest(error.message, { cause: error }) : error;
  }
  return decoded.map(payloadToJson);
}
