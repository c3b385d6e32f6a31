/** A file in one of the formats that can be imported -> a payload and what became of the file's content. */
import { decodeText, toJson } from './base/file-text.ts';
import { ImportError, type Imported } from './base/report.ts';
import { MatpowerError } from './matpower/parse-matpower.ts';
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
  'pglib-uc': async (bytes, { maxHorizon }) => readPglibUc(toJson(bytes), maxHorizon),
  'unitcommitment-jl': async (bytes, { maxHorizon }) => readUnitCommitmentJl(toJson(bytes), maxHorizon),
  matpower: async (bytes, options) => readMatpower(decodeText(bytes), options),
  service: async (bytes) => readService(toJson(bytes)),
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
