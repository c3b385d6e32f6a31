/** The JSON of a request in short steps; what cannot be read is refused with the status that says why. */
import { inSlices } from '../temporal/json/in-slices.ts';
import { JsonError } from '../temporal/json/json-error.ts';
import { parseJson } from '../temporal/json/parse-json.ts';
import { BadRequest, ContentTooLarge, Unprocessable } from './errors.ts';

/** `undefined` for no text at all. Throws 400, 413 or 422. */
export const parseBody = (bytes: Uint8Array): Promise<unknown> => inSlices(parseJson(bytes)).catch(refuse);

function refuse(error: unknown): never {
  if (!(error instanceof JsonError)) throw error;
  if (error.kind === 'large') throw new ContentTooLarge(error.message);
  if (error.kind === 'malformed') throw new BadRequest(`Malformed JSON: ${error.message}`);
  throw new Unprocessable([{ loc: ['body'], msg: error.message, type: 'value_error' }]);
}
