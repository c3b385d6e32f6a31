/** Checks one part of a request against its schema; problems are reported all at once, as the API reports them. */
import { type Schema, ValidationError } from 'yup';
import type { Canonical } from '../../temporal/canonical/canonical.ts';
import { type CheckedBody, checkBody } from '../../temporal/contract/check-body.ts';
import { type Part, toProblems } from '../../temporal/contract/problems.ts';
import { inSlices } from '../../temporal/json/in-slices.ts';
import { HttpError } from './http-error.ts';

/** Nobody reads the stack of a wrong field. */
const OPTIONS = { abortEarly: false, disableStackTrace: true };

/** A JSON body must already have the right types; query and path text is converted. Throws 422. */
export async function validatePart(
  schema: Schema | undefined,
  part: Part,
  value: unknown,
  say: Canonical['clientPath'] = (loc) => loc,
): Promise<unknown> {
  if (!schema) return undefined;
  const { value: valid, errors } =
    part === 'body' ? await inSlices(checkBody(schema, value)) : await convert(schema, value);
  if (errors.length === 0) return valid;
  throw new HttpError(422, toProblems(schema, part, errors, say));
}

async function convert(schema: Schema, value: unknown): Promise<CheckedBody> {
  try {
    return { value: await schema.validate(value, OPTIONS), errors: [] };
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return { value, errors: error.inner.length > 0 ? error.inner : [error] };
  }
}
