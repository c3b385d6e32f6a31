/** A file in one of the formats that can be imported -> a payload and what became of the file's content. */
import { inSlices, type Stepwise } from '../../temporal/json/in-slices.ts';
import { JsonError } from '../../temporal/json/json-text.ts';
import { parseJson } from '../../temporal/json/parse-json.ts';
import { ImportError } from './base/import-error.ts';
import type { Imported } from './base/report.ts';
import { MatpowerError } from './matpower/assignments.ts';
import { readMatpower } from './matpower/read-matpower.ts';
import { readPglibUc } from './pglib-uc/read-pglib-uc.ts';
import { readService } from './service-payload.ts';
import { readUnitCommitmentJl } from './unitcommitment-jl/read-unitcommitment-jl.ts';

export const IMPORT_FORMATS = ['pglib-uc', 'unitcommitment-jl', 'matpower', 'service'] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

interface ImportOptions {
  readonly maxHorizon: number;
  /** MATPOWER only: multiplier of every load by hour. */
  readonly loadProfile?: readonly number[] | undefined;
}

type ReadFormat = (bytes: Uint8Array, options: ImportOptions) => Promise<Imported>;

const READERS: Readonly<Record<ImportFormat, ReadFormat>> = {
  'pglib-uc': async (bytes, { maxHorizon }) => inSlices(readPglibUc(await toJson(bytes), maxHorizon)),
  'unitcommitment-jl': async (bytes, { maxHorizon }) =>
    inSlices(readUnitCommitmentJl(await toJson(bytes), maxHorizon)),
  matpower: async (bytes, options) => inSlices(readMatpower(await inSlices(decodeText(bytes)), options)),
  service: async (bytes) => readService(await toJson(bytes)),
};

/** Throws `ImportError` with the place of what cannot be read. */
export async function readImport(
  format: ImportFormat,
  bytes: Uint8Array,
  options: ImportOptions,
): Promise<Imported> {
  try {
    return await READERS[format](bytes, options);
  } catch (error) {
    if (error instanceof MatpowerError) throw new ImportError([], error.message);
    throw error;
  }
}

async function toJson(bytes: Uint8Array): Promise<unknown> {
  if (bytes.length === 0) throw new ImportError([], 'Malformed JSON: the file is empty');
  try {
    return await inSlices(parseJson(bytes));
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    throw new ImportError(
      [],
      error.kind === 'malformed' ? `Malformed JSON: ${error.message}` : error.message,
    );
  }
}

/** Read at a time. */
const CHUNK_BYTES = 1024 * 1024;

/** UTF-8 -> text in pieces. Throws `ImportError` that says between which bytes something else begins. */
function* decodeText(bytes: Uint8Array): Stepwise<readonly string[]> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const pieces: string[] = [];
  for (let from = 0; from < bytes.length; from += CHUNK_BYTES) {
    const to = Math.min(bytes.length, from + CHUNK_BYTES);
    try {
      pieces.push(decoder.decode(bytes.subarray(from, to), { stream: to < bytes.length }));
    } catch {
      throw new ImportError([], `Not UTF-8 text, between bytes ${from} and ${to}`);
    }
    yield;
  }
  return pieces;
}
