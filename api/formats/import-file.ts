/** Imports a file in a public format as a payload, with a report. */

import { ArraySchema, ObjectSchema, object } from 'yup';
import { jobTypeOf } from '../../temporal/case/arithmetic/elements.ts';
import { type Canonical, canonicalSolveBody } from '../../temporal/case/canonical/solve-body.ts';
import { scenarioSchema } from '../../temporal/case/messages/stored-records.ts';
import { payloadSchema } from '../../temporal/case/schema.ts';
import { JOB_TYPES, type JobType } from '../../temporal/solvers.ts';
import { validate } from '../http/validate.ts';
import { decodeText, toJson } from './base/file-text.ts';
import { createReport, ImportError, type Imported, type Place, type ReportBuilder } from './base/report.ts';
import { MatpowerError } from './matpower/parse-matpower.ts';
import { readMatpower } from './matpower/read-matpower.ts';
import { readPglibUc } from './pglib-uc/read-pglib-uc.ts';
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

/** Imports a payload. Throws `ImportError` with the place of an unreadable value. */
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

const bodySchema = object({ payload: payloadSchema.required() });

/** Fields of a scenario or submission that affect neither schedules nor costs. */
const LABELS = new Set(['timeout', ...Object.keys(scenarioSchema.fields)]);
/** Fields of a scenario or submission that hold the type of solve. */
const TYPES = ['job_type', 'type'];

/**
 * Reads the service's own format: a solve payload, or a scenario or submission that contains one. `file` is parsed JSON.
 * Throws `ImportError`, or `Unprocessable` with every problem in the field names of the file.
 */
async function readService(file: unknown): Promise<Imported> {
  if (typeof file !== 'object' || file === null) throw new ImportError([], 'Should be an object');
  const isBare = !('payload' in file);
  const canonical = canonicalSolveBody(isBare ? { payload: file } : file);
  const say: Canonical['clientPath'] = (loc) => canonical.clientPath(loc).slice(isBare ? 1 : 0);
  const { payload } = await validate(bodySchema, 'body', canonical.body, { say });
  const report = createReport();
  for (const path of unreadFields(payloadSchema, payload))
    report.drop('warning', 'unknown_field', `A payload has no '${path.at(-1)}'`, say(['payload', ...path]));
  const type = isBare ? undefined : readBeside(file, report);
  report.keep('payload', 'As it is');
  return { payload, jobType: type ?? jobTypeOf(payload), report: report.report() };
}

/** Reports fields outside the payload, and returns the type of solve; undefined if the file has none. */
function readBeside(file: object, report: ReportBuilder): JobType | undefined {
  const values = new Map<string, unknown>(Object.entries(file));
  const typeAt = (field: string) => JOB_TYPES.find((type) => type === values.get(field));
  const field = TYPES.find(typeAt);
  for (const name of values.keys()) {
    if (name === 'payload' || name === field) continue;
    const severity = LABELS.has(name) && !TYPES.includes(name) ? 'info' : 'warning';
    report.drop(severity, 'unknown_field', `'${name}' beside the payload is not read`, [name]);
  }
  return field === undefined ? undefined : typeAt(field);
}

/** Fields of a value, at any depth, that are not in its schema; validation does not remove them from a payload. */
function unreadFields(schema: unknown, value: unknown, path: Place = []): Place[] {
  if (Array.isArray(value)) {
    if (!(schema instanceof ArraySchema) || !(schema.innerType instanceof ObjectSchema)) return [];
    const item = schema.innerType;
    return value.flatMap((entry: unknown, i) => unreadFields(item, entry, [...path, i]));
  }
  if (!(schema instanceof ObjectSchema) || typeof value !== 'object' || value === null) return [];
  const fields: Readonly<Record<string, unknown>> = schema.fields;
  const isDictionary = Object.keys(fields).length === 0;
  if (isDictionary) return [];
  return Object.entries(value).flatMap(([name, entry]) =>
    Object.hasOwn(fields, name) ? unreadFields(fields[name], entry, [...path, name]) : [[...path, name]],
  );
}
