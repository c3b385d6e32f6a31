/** Reads the service's own format: a solve payload, or a scenario or submission that has one. */
import { ArraySchema, ObjectSchema, object } from 'yup';
import { type Canonical, canonicalSolveBody } from '../../temporal/case/canonical/solve-body.ts';
import { payloadSchema } from '../../temporal/case/messages/payload.ts';
import { validate } from '../http/validate.ts';
import { createReport, ImportError, type Imported, type Place } from './base/report.ts';

const bodySchema = object({ payload: payloadSchema.required() });

/** `file` is parsed JSON. Throws `ImportError`, or `Unprocessable` with every problem in the words of the file. */
export async function readService(file: unknown): Promise<Imported> {
  if (typeof file !== 'object' || file === null) throw new ImportError([], 'Should be an object');
  const isBare = !('payload' in file);
  const canonical = canonicalSolveBody(isBare ? { payload: file } : file);
  const say: Canonical['clientPath'] = (loc) => canonical.clientPath(loc).slice(isBare ? 1 : 0);
  const { payload } = await validate(bodySchema, 'body', canonical.body, say);
  const report = createReport();
  for (const path of unreadFields(payloadSchema, payload))
    report.drop('info', 'unknown_field', `A payload has no '${path.at(-1)}'`, say(['payload', ...path]));
  report.keep('payload', 'As it is');
  const hasLines = (payload.transmission_lines ?? []).length > 0;
  return { payload, jobType: hasLines ? 'scuc' : 'uc', report: report.report() };
}

/** Fields of a value that its schema does not name, at any depth: validation passes them by. */
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
