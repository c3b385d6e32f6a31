/** What kind of case a file is, by its content: a name says little, and the same names are used for all of them. */

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

/** Throws `NoCaseError`, which names the line and the column where the text is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const said = cause instanceof Error ? cause.message : String(cause);
    const [, position = text.length] = /at position (\d{1,12})/.exec(said) ?? [];
    const before = text.slice(0, Number(position)).split('\n');
    const place = `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
    const reason = said.replace(/ (?:in JSON )?at (?:position|line) .*$/, '');
    throw new NoCaseError(`The file is no valid JSON: ${reason} (${place})`, { cause });
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
