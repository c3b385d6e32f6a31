/** Checks one part of a request against its schema; problems are reported all at once, as the API reports them. */
import { type Schema, ValidationError } from 'yup';
import type { Canonical } from '../../temporal/canonical/canonical.ts';
import { oversized } from '../../temporal/contract/oversized.ts';
import { type Part, toProblems, toTooLong } from '../../temporal/contract/problems.ts';
import { withDefaults } from '../../temporal/contract/with-defaults.ts';
import { HttpError } from './http-error.ts';

/** Nobody reads the stack of a wrong field, and making thousands of them takes seconds. */
const OPTIONS = { abortEarly: false, disableStackTrace: true };

/** A JSON body must already have the right types; query and path text is converted. Throws 422. */
export async function validatePart(
  schema: Schema | undefined,
  part: Part,
  value: unknown,
  say: Canonical['clientPath'] = (loc) => loc,
): Promise<unknown> {
  if (!schema) return undefined;
  const tooLong = oversized(schema, value);
  if (tooLong.length > 0)
    throw new HttpError(
      422,
      tooLong.map((list) => toTooLong(part, list, say)),
    );
  try {
    if (part !== 'body') return await schema.validate(value, OPTIONS);
    await schema.validate(value, { ...OPTIONS, strict: true });
    return withDefaults(schema, value);
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    throw new HttpError(422, toProblems(schema, part, error, say));
  }
}
