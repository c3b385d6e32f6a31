/** Checks one part of a request against its schema; problems are reported all at once. */
import { type InferType, ObjectSchema, type Schema, ValidationError } from 'yup';
import { type CheckedBody, checkBody } from './check-body.ts';
import { BadRequest, type FieldProblem, Unprocessable } from './errors.ts';
import { type Part, toProblems } from './problems.ts';

type Loc = FieldProblem['loc'];

/** Nobody reads the stack of a wrong field. */
const OPTIONS = { abortEarly: false, disableStackTrace: true };

/**
 * JSON bodies must already have the right types; query and path text is converted. Fields the schema
 * does not name pass through unread. `say` translates a path into the client's own field names.
 */
export async function validate<S extends Schema>(
  schema: S,
  part: Part,
  value: unknown,
  say: (loc: Loc) => Loc = (loc) => loc,
): Promise<InferType<S>> {
  if (part === 'query') refuseMisspelt(schema, value ?? {});
  const { value: valid, errors } = part === 'body' ? checkBody(schema, value) : await convert(schema, value);
  if (errors.length === 0) return valid as InferType<S>;
  const problems = toProblems(schema, part, errors, say);
  throw isBadRequest(errors) ? new BadRequest(inWords(problems)) : new Unprocessable(problems);
}

async function convert(schema: Schema, value: unknown): Promise<CheckedBody> {
  try {
    return { value: await schema.validate(declared(schema, value), OPTIONS), errors: [] };
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return { value, errors: error.inner.length > 0 ? error.inner : [error] };
  }
}

/**
 * A filter that is misspelt would select everything, and a blank one, such as `?before=`, says nothing: neither may
 * pass for a filter.
 */
function refuseMisspelt(schema: Schema, query: object): void {
  const names = schema instanceof ObjectSchema ? Object.keys(schema.fields) : [];
  const unknown =
    names.length > 0
      ? `Unknown query parameter: expected one of ${names.join(', ')}`
      : 'This route takes no query parameters';
  const problems = Object.entries(query).flatMap(([name, text]) => {
    const loc = ['query', name];
    if (!names.includes(name)) return [{ loc, msg: unknown, type: 'extra_forbidden' }];
    if (text !== '') return [];
    return [{ loc, msg: 'String should have at least 1 character', type: 'string_too_short' }];
  });
  if (problems.length > 0) throw new Unprocessable(problems);
}

/** The fields that a flat schema names. A client's key `constructor` would make yup throw. */
const declared = (schema: Schema, value: unknown): unknown =>
  schema instanceof ObjectSchema && typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).filter(([name]) => Object.hasOwn(schema.fields, name)))
    : value;

/** Some fields answer 400 instead of 422: their schema says so. */
const isBadRequest = (errors: readonly ValidationError[]): boolean =>
  errors.some(({ params }) => hasStatus400(params?.['spec']));

const hasStatus400 = (spec: unknown): boolean =>
  typeof spec === 'object' &&
  spec !== null &&
  'meta' in spec &&
  typeof spec.meta === 'object' &&
  spec.meta !== null &&
  'status' in spec.meta &&
  spec.meta.status === 400;

const inWords = (problems: readonly FieldProblem[]): string =>
  problems.map(({ loc, msg }) => `${loc.slice(1).join('.')}: ${msg}`).join('; ');
