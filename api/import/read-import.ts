/** A file in one of the formats that can be imported -> a payload and what became of the file's content. */
import { MatpowerError } from '../matpower/matpower-error.ts';
import { inSlices } from '../power-flow/in-slices.ts';
import { decodeText } from './decode-text.ts';
import { ImportError } from './import-error.ts';
import type { Imported } from './imported.ts';
import { readMatpower } from './matpower/read-matpower.ts';
import { readPglibUc } from './pglib-uc.ts';
import { readService } from './read-service.ts';
import { readUnitCommitmentJl } from './unitcommitment-jl/read-unitcommitment-jl.ts';

export const IMPORT_FORMATS = ['pglib-uc', 'unitcommitment-jl', 'matpower', 'service'] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

export interface ImportOptions {
  readonly maxHorizon: number;
  /** Of MATPOWER: multiplier of every load by hour. */
  readonly loadProfile?: readonly number[] | undefined;
}

type ReadFormat = (text: string, options: ImportOptions) => Promise<Imported>;

const READERS: Readonly<Record<ImportFormat, ReadFormat>> = {
  'pglib-uc': (text, { maxHorizon }) => inSlices(readPglibUc(toJson(text), maxHorizon)),
  'unitcommitment-jl': (text, { maxHorizon }) => inSlices(readUnitCommitmentJl(toJson(text), maxHorizon)),
  matpower: (text, options) => inSlices(readMatpower(text, options)),
  service: (text) => readService(toJson(text)),
};

/** Throws `ImportError` with the place of what cannot be read. */
export async function readImport(
  format: ImportFormat,
  bytes: Uint8Array,
  options: ImportOptions,
): Promise<Imported> {
  try {
    return await READERS[format](await inSlices(decodeText(bytes)), options);
  } catch (error) {
    if (error instanceof MatpowerError) throw new ImportError([], error.message);
    throw error;
  }
}

function toJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ImportError([], `Malformed JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}
