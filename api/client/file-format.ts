/** What kind of case a file is, by its content: a name says little, and the same names are used for all of them. */

import { lineAndColumn, repeatedName } from '../../temporal/json/repeated-name.ts';

/** Formats that the service imports, and its own: a payload, alone or in the body of a submission. */
export type FileFormat = 'service' | 'pglib-uc' | 'unitcommitment-jl' | 'matpower';

export type JsonObject = { readonly [name: string]: unknown };

export type CaseFile =
  | {
      readonly format: 'service';
      readonly payload: JsonObject;
      /** What a submission says beside its payload; empty for a payload alone. */
      readonly rest: JsonObject;
    }
  | { readonly format: Exclude<FileFormat, 'service'>; readonly text: string };

/** Words for people, who can mend their file by them. */
export class NoCaseError extends Error {
  override readonly name = 'NoCaseError';
}

const FORMATS = 'a payload of this service, pglib-uc, UnitCommitment.jl or MATPOWER';

/** A line that sets a field of the case, or the head of the function that makes it. */
export const MATPOWER = /^[\uFEFF\t ]*(?:function\s+mpc\b|mpc\.\w+\s*=)/m;
/** The head of a long file is enough to know it. */
const HEAD = 100_000;

/** Throws `NoCaseError`. */
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

/** Throws `NoCaseError`, which names the line and the column where the text is no I-JSON, if they can be known. */
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
    const said = cause instanceof Error ? cause.message : String(cause);
    const reason = said.replace(/ (?:in JSON )?at (?:position|line) .*$/, '').replace(/\s+/g, ' ');
    throw new NoCaseError(`The file is not valid JSON: ${reason}${placeOf(text, said)}`, { cause });
  }
}

/** `said`: the error in the words of the engine, which differ: V8 tells a position, or none, Firefox line and column. */
function placeOf(text: string, said: string): string {
  const [, line, column] = /at line (\d{1,12}) column (\d{1,12})/.exec(said) ?? [];
  if (line) return ` (line ${line}, column ${column})`;
  const [, position] = /at position (\d{1,12})/.exec(said) ?? [];
  if (position) return lineAndColumn(text, Number(position));
  if (said.includes('end of JSON input')) return lineAndColumn(text, text.length);
  return isWrongToken(said) ? lineAndColumn(text, wrongToken(text)) : '';
}

const isWrongToken = (said: string): boolean => said.startsWith('Unexpected token');

/** Place of a token that V8 does not tell: the shortest beginning of the text that meets it ends there. */
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

/** Unpacked; what the service imports at most. */
const MOST_BYTES = 64 * 1024 * 1024;

/** The text of a file, unpacked when it is gzipped. Throws `NoCaseError`. */
export async function textOf(file: Blob): Promise<string> {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  if (first !== 0x1f || second !== 0x8b) return file.text();
  const reader = file.stream().pipeThrough(new DecompressionStream('gzip')).getReader();
  const decoder = new TextDecoder();
  const pieces: string[] = [];
  for (let bytes = 0; bytes <= MOST_BYTES; ) {
    const { done, value } = await reader.read().catch((cause: unknown) => {
      throw new NoCaseError('The file is packed with gzip, and damaged', { cause });
    });
    if (done) return pieces.join('') + decoder.decode();
    bytes += value.length;
    pieces.push(decoder.decode(value, { stream: true }));
  }
  await reader.cancel();
  throw new NoCaseError('The file is larger than 64 MB when it is unpacked');
}
