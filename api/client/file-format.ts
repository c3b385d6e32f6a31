/** Detects the format of a case file by its content, because names do not tell formats apart. */

import { lineAndColumn, repeatedName } from '../../temporal/json/repeated-name.ts';

/** Formats that the service imports, and `service`: a payload, alone or in the body of a submission. */
export type FileFormat = 'service' | 'pglib-uc' | 'unitcommitment-jl' | 'matpower';

export type JsonObject = { readonly [name: string]: unknown };

export type CaseFile =
  | {
      readonly format: 'service';
      readonly payload: JsonObject;
      /** Other fields of a submission besides its payload; empty for a payload alone. */
      readonly rest: JsonObject;
    }
  | { readonly format: Exclude<FileFormat, 'service'>; readonly text: string };

/** The file is not a case; the message is for users. */
export class NoCaseError extends Error {
  override readonly name = 'NoCaseError';
}

const FORMATS = 'a payload of this service, pglib-uc, UnitCommitment.jl or MATPOWER';

/** Pattern of MATPOWER files: a line that sets a field of `mpc`, or the head of the function that returns `mpc`. */
export const MATPOWER = /^[\uFEFF\t ]*(?:function\s+mpc\b|mpc\.\w+\s*=)/m;
/** Number of characters at the start of a file in which its format is detected. */
const HEAD = 100_000;

/** Detects the format of a file, and parses it if it is in the service's own format. Throws `NoCaseError`. */
export function readCase(text: string): CaseFile {
  if (MATPOWER.test(text.slice(0, HEAD))) return { format: 'matpower', text };
  if (!/^\s*\{/.test(text.slice(0, HEAD))) throw new NoCaseError(`The file is not ${FORMATS}`);
  const json = parse(text);
  const format = formatOf(json);
  if (format !== 'service') return { format, text };
  const { payload, ...rest } = json;
  return isObject(payload) ? { format, payload, rest } : { format, payload: json, rest: {} };
}

function parse(text: string): JsonObject {
  const json = parseJson(text);
  if (isObject(json)) return json;
  throw new NoCaseError(`The file is not ${FORMATS}`);
}

/** Parses I-JSON. Throws `NoCaseError` with line and column of the fault, if known. */
export function parseJson(text: string): unknown {
  const value = parsed(text);
  const repeated = repeatedName(text);
  if (repeated !== undefined) throw new NoCaseError(repeated);
  return value;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    const reason = message.replace(/ (?:in JSON )?at (?:position|line) .*$/, '').replace(/\s+/g, ' ');
    throw new NoCaseError(`The file is not valid JSON: ${reason}${placeOf(text, message)}`, { cause });
  }
}

/** Place of the fault, from the engine's error message: V8 states a position or nothing, Firefox line and column. */
function placeOf(text: string, message: string): string {
  const [, line, column] = /at line (\d{1,12}) column (\d{1,12})/.exec(message) ?? [];
  if (line) return ` (line ${line}, column ${column})`;
  const [, position] = /at position (\d{1,12})/.exec(message) ?? [];
  if (position) return lineAndColumn(text, Number(position));
  if (message.includes('end of JSON input')) return lineAndColumn(text, text.length);
  return isWrongToken(message) ? lineAndColumn(text, wrongToken(text)) : '';
}

const isWrongToken = (message: string): boolean => message.startsWith('Unexpected token');

/** Position of a wrong token: the length of the shortest prefix that raises the same error, found by bisection. */
function wrongToken(text: string): number {
  let [without, within] = [0, text.length];
  while (within - without > 1) {
    const middle = Math.floor((without + within) / 2);
    if (meetsToken(text.slice(0, middle))) within = middle;
    else without = middle;
  }
  return without;
}

function meetsToken(beginning: string): boolean {
  try {
    JSON.parse(beginning);
    return false;
  } catch (error) {
    return error instanceof Error && isWrongToken(error.message);
  }
}

function formatOf(json: JsonObject): FileFormat {
  if (isObject(json['payload']) || Array.isArray(json['generators'])) return 'service';
  if (isObject(json['thermal_generators'])) return 'pglib-uc';
  if (isObject(json['Generators']) || isObject(json['Buses'])) return 'unitcommitment-jl';
  throw new NoCaseError(
    `The file is not ${FORMATS}: it begins with ${Object.keys(json).slice(0, 5).join(', ')}`,
  );
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Largest unpacked file that the service imports, bytes. */
const MOST_BYTES = 64 * 1024 * 1024;

/** Text of a file, unpacked if gzipped. Throws `NoCaseError`. */
export async function textOf(file: Blob): Promise<string> {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  if (first !== 0x1f || second !== 0x8b) return file.text();
  const reader = file.stream().pipeThrough(new DecompressionStream('gzip')).getReader();
  const decoder = new TextDecoder();
  const pieces: string[] = [];
  for (let bytes = 0; bytes <= MOST_BYTES; ) {
    const { done, value } = await reader.read().catch((cause: unknown) => {
      throw new NoCaseError('The gzip file is damaged', { cause });
    });
    if (done) return pieces.join('') + decoder.decode();
    bytes += value.length;
    pieces.push(decoder.decode(value, { stream: true }));
  }
  await reader.cancel();
  throw new NoCaseError('The file is larger than 64 MB when unpacked');
}
