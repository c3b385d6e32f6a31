/** The bytes of a file -> JSON or text. */
import { firstWrongByte, JsonError, parseJson, toText } from '../../../temporal/json/parse-json.ts';
import { ImportError } from './report.ts';

/** Throws `ImportError`. */
export function toJson(bytes: Uint8Array): unknown {
  if (bytes.length === 0) throw new ImportError([], 'Malformed JSON: the file is empty');
  try {
    return parseJson(bytes);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    throw new ImportError(
      [],
      error.kind === 'malformed' ? `Malformed JSON: ${error.message}` : error.message,
    );
  }
}

/** Throws `ImportError`. */
export function decodeText(bytes: Uint8Array): string {
  const text = toText(bytes);
  if (text === undefined)
    throw new ImportError([], `Not UTF-8 text, at or behind byte ${firstWrongByte(bytes)}`);
  return text;
}
