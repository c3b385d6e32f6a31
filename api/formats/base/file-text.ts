/** Decodes the bytes of a file to JSON or text. */
import { isUtf8 } from 'node:buffer';
import { JsonError, parseJson, toText } from '../../../temporal/json/parse-json.ts';
import { ImportError } from './report.ts';

/** Parses JSON. Throws `ImportError`. */
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

/** Pattern of an escaped character, a quote, or Python's literal Infinity, which JSON does not have. */
const QUOTE_OR_INFINITY = /\\.|"|\bInfinity\b/gs;

/** Parses JSON as written by Python. Throws `ImportError`. */
export function pythonJson(bytes: Uint8Array): unknown {
  const text = toText(bytes);
  if (!text?.includes('Infinity')) return toJson(bytes);
  let isText = false;
  const plain = text.replace(QUOTE_OR_INFINITY, (mark) => {
    if (mark === '"') isText = !isText;
    return mark === 'Infinity' && !isText ? '1e999' : mark;
  });
  return toJson(Buffer.from(plain));
}

/** Decodes text in UTF-8. Throws `ImportError`. */
export function decodeText(bytes: Uint8Array): string {
  const text = toText(bytes);
  if (text === undefined) throw new ImportError([], `Not UTF-8 text: line ${wrongLine(bytes)}`);
  return text;
}

const LINE_FEED = 0x0a;

/**
 * Number of the first line, from 1, that is not UTF-8; undefined if all lines are. Names in another encoding would be
 * corrupted.
 */
export function wrongLine(bytes: Uint8Array): number | undefined {
  if (isUtf8(bytes)) return undefined;
  let line = 1;
  for (let from = 0; from < bytes.length; line++) {
    const feed = bytes.indexOf(LINE_FEED, from);
    const end = feed < 0 ? bytes.length : feed + 1;
    if (!isUtf8(bytes.subarray(from, end))) break;
    from = end;
  }
  return line;
}
