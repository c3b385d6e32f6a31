/** Reads a JSON body, or a form, of bounded size, counted after decompression. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { koaBody } from 'koa-body';
import { isNestedDeeper } from '../temporal/contract/nesting.ts';
import { BadRequest, ContentTooLarge, UnsupportedMediaType } from './errors.ts';
import type { RequestContext } from './state.ts';

/** No schema of ours goes deeper than 8; validators and printers recurse, so a stack is at stake. */
const MAX_DEPTH = 64;

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';
/** A sign-in has three; what else comes along is left unread. */
const MAX_FIELDS = 32;
/** `a[b]=c` and `a.b=c` are fields of just these names. */
const FLAT = { depth: 0, allowDots: false, parameterLimit: MAX_FIELDS };

/** `undefined` when the request carries no body; `forms`: whether it may be a form. */
export type ReadBody = (ctx: RequestContext, forms?: boolean) => Promise<unknown>;

export const isForm = (ctx: RequestContext): boolean => Boolean(ctx.is(FORM_TYPE));

export function createReadBody(maxBytes: number): ReadBody {
  const parse = koaBody({
    json: true,
    jsonLimit: maxBytes,
    jsonStrict: false,
    urlencoded: true,
    formLimit: maxBytes,
    queryString: FLAT,
    text: false,
    multipart: false,
  });
  return async (ctx, forms = false) => {
    if (ctx.request.length === 0 || !hasBody(ctx)) return undefined;
    if (!ctx.is('json', '+json') && !(forms && isForm(ctx))) throw new UnsupportedMediaType(expected(forms));
    try {
      await parse(ctx, async () => {});
    } catch (error) {
      throw toBodyError(error, maxBytes);
    }
    const body: unknown = ctx.request.body;
    // Each walk over a large body takes tenths of a second: others get their turn between them.
    await nextTurn();
    if (isNestedDeeper(body, MAX_DEPTH)) {
      throw new BadRequest(`Malformed JSON: nested deeper than ${MAX_DEPTH} levels`);
    }
    await nextTurn();
    return body === '' ? undefined : body;
  };
}

const expected = (forms: boolean): string =>
  `Content-Type must be ${forms ? `${JSON_TYPE} or ${FORM_TYPE}` : JSON_TYPE}`;

const hasBody = (ctx: RequestContext): boolean =>
  ctx.request.length !== undefined || ctx.get('Transfer-Encoding') !== '';

/** The parser's errors carry an HTTP status; those of the decompressor (`Z_DATA_ERROR`) do not. */
function toBodyError(error: unknown, maxBytes: number): Error {
  if (!(error instanceof Error)) return new BadRequest('Bad Request', { cause: error });
  const status = 'status' in error ? error.status : undefined;
  if (status === 413) return new ContentTooLarge(`Body exceeds ${maxBytes} bytes`);
  if (status === 415)
    return new UnsupportedMediaType('Content-Encoding must be gzip, deflate, br or identity');
  if (error instanceof SyntaxError) return new BadRequest(`Malformed JSON: ${error.message}`);
  return new BadRequest('Body cannot be read', { cause: error });
}
