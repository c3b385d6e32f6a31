/** Reads the service's own format: a solve payload, or a scenario or submission that has one. */
import { object } from 'yup';
import type { Canonical } from '../../temporal/canonical/canonical.ts';
import { canonicalSolveBody } from '../../temporal/canonical/solve-body.ts';
import { inSlices } from '../../temporal/json/in-slices.ts';
import { payloadSchema } from '../../temporal/messages/payload.ts';
import { validate } from '../validate.ts';
import { ImportError } from './import-error.ts';
import { createReport } from './import-report.ts';
import type { Imported } from './imported.ts';
import { unreadFields } from './unread-fields.ts';

const bodySchema = object({ payload: payloadSchema.required() });

/** `file` is parsed JSON. Throws `ImportError`, or `Unprocessable` with every problem in the words of the file. */
export async function readService(file: unknown): Promise<Imported> {
  if (typeof file !== 'object' || file === null) throw new ImportError([], 'Should be an object');
  const isBare = !('payload' in file);
  const canonical = await inSlices(canonicalSolveBody(isBare ? { payload: file } : file));
  const say: Canonical['clientPath'] = (loc) => canonical.clientPath(loc).slice(isBare ? 1 : 0);
  const { payload } = await validate(bodySchema, 'body', canonical.body, say);
  const report = createReport();
  for (const path of unreadFields(payloadSchema, payload))
    report.drop('info', 'unknown_field', `A payload has no '${path.at(-1)}'`, say(['payload', ...path]));
  report.keep('payload', 'As it is');
  const hasLines = (payload.transmission_lines ?? []).length > 0;
  return { payload, jobType: hasLines ? 'scuc' : 'uc', report: report.report() };
}
