/** Reads a JSON or form body of bounded size, measured after decompression. */
import { koaBody } from 'koa-body';
import { isBrief, LargeDocument } from '../../mongo/read-documents.ts';
import { countValues, JsonError, parseJson } from '../../temporal/json/parse-json.ts';
import { ApiError, BadRequest, ContentTooLarge, Unprocessable, UnsupportedMediaType } from './errors.ts';
import { type Encoding, readBytes } from './read-bytes.ts';
import { arrival, onLoop, type RequestContext } from './request.ts';
import { LIGHT_VALUES } from './route.ts';

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';
const ENCODINGS: readonly Encoding[] = ['gzip', 'deflate', 'br'];

/** Maximum number of fields of a form; further fields are ignored. A sign-in has three. */
const MAX_FIELDS = 32;
const MAX_FORM_BYTES = 64 * 1024;
/** Field names such as `a[b]` and `a.b` are taken literally. */
const FLAT = { depth: 0, allowDots: false, parameterLimit: MAX_FIELDS };

/** Reads a body; `undefined` when the request has none. `forms`: true if the body may be a form. */
type ReadBody = (ctx: RequestContext, forms?: boolean) => Promise<unknown>;

export const isForm = (ctx: RequestContext): boolean => Boolean(ctx.is(FORM_TYPE));

export function createReadBody(maxBytes: number): ReadBody {
  return async (ctx, forms = false) => {
    if (ctx.request.length === 0 || !hasBody(ctx)) return undefined;
    if (ctx.is('json', '+json')) {
      const { holding } = ctx.state;
      const limits = { maxBytes, what: 'Body', take: holding?.take };
      const bytes = await arrival(ctx, readBytes(ctx.req, ENCODINGS, limits)).catch(refuse);
      if (ctx.get('Content-Encoding') === '') ctx.state.raw = bytes;
      return onLoop(ctx, () => {
        return inWords(() => {
          requireFew(ctx, bytes);
          return parseJson(bytes);
        });
      });
    }
    if (forms && isForm(ctx)) return readForm(ctx);
    throw new UnsupportedMediaType(
      `Content-Type must be ${forms ? `${JSON_TYPE} or ${FORM_TYPE}` : JSON_TYPE}`,
    );
  };
}

/**
 * Limits the JSON that is parsed on the event loop. A larger body is passed to a thread if the caller is identified,
 * and refused otherwise.
 */
function requireFew({ state }: RequestContext, bytes: Uint8Array): void {
  const isAnonymous = state.userId === undefined;
  if ((!isBrief() && !isAnonymous) || countValues(bytes) <= LIGHT_VALUES) return;
  if (!isAnonymous) throw new LargeDocument();
  throw new ContentTooLarge(`Body has more than ${LIGHT_VALUES} values: sign in to send more`);
}

function refuse(cause: unknown): never {
  throw cause instanceof ApiError ? cause : new BadRequest('Body cannot be read', { cause });
}

export const hasBody = (ctx: RequestContext): boolean =>
  ctx.request.length !== undefined || ctx.get('Transfer-Encoding') !== '';

const parseForm = koaBody({
  json: false,
  urlencoded: true,
  formLimit: MAX_FORM_BYTES,
  queryString: FLAT,
  text: false,
  multipart: false,
});

/** Reads a form. Errors of the parser carry an HTTP status; errors of the decompressor (`Z_DATA_ERROR`) do not. */
async function readForm(ctx: RequestContext): Promise<unknown> {
  try {
    await parseForm(ctx, async () => {});
  } catch (error) {
    const status = error instanceof Error && 'status' in error ? error.status : undefined;
    if (status === 413) throw new ContentTooLarge(`Body exceeds ${MAX_FORM_BYTES} bytes`);
    if (status === 415)
      throw new UnsupportedMediaType('Content-Encoding must be gzip, deflate, br or identity');
    throw new BadRequest('Body cannot be read', { cause: error });
  }
  const body: unknown = ctx.request.body;
  return body;
}

/** Parses a JSON body; `undefined` for an empty text. Throws 400, 413 or 422. */
export const parseBody = (bytes: Uint8Array): unknown => inWords(() => parseJson(bytes));

function inWords<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    return refuseJson(error);
  }
}

function refuseJson(error: unknown): never {
  if (!(error instanceof JsonError)) throw error;
  if (error.kind === 'large') throw new ContentTooLarge(error.message);
  if (error.kind === 'malformed') throw new BadRequest(`Malformed JSON: ${error.message}`);
  throw new Unprocessable([{ loc: ['body'], msg: error.message, type: 'value_error' }]);
}
