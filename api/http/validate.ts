/** Validates the parts of a request against the schemas of its route, and reports all problems at once. */
import { type InferType, ObjectSchema, object, type Schema, ValidationError } from 'yup';
import type { Canonical } from '../../temporal/case/canonical/solve-body.ts';
import { type CheckedBody, checkBody, type UnknownFields } from './check-body.ts';
import { BadRequest, type FieldProblem, Unprocessable } from './errors.ts';
import { type Part, toProblems } from './problems.ts';
import type { AnyInput, RouteShape } from './route.ts';

type Loc = FieldProblem['loc'];

/** yup's options: stack traces of validation errors are not used, so yup does not make them. */
const OPTIONS = { abortEarly: false, disableStackTrace: true };

interface BodyOptions {
  /** Translates the path of a problem into the client's own field names. */
  readonly say?: ((loc: Loc) => Loc) | undefined;
  readonly unknownFields?: UnknownFields;
}

/**
 * Validates one part of a request. A JSON body must already have the right types; text of a query or path is converted.
 * Fields that the schema does not name are dropped, unless the schema keeps them.
 */
export async function validate<S extends Schema>(
  schema: S,
  part: Part,
  value: unknown,
  { say = (loc) => loc, unknownFields }: BodyOptions = {},
): Promise<InferType<S>> {
  if (part === 'query') refuseMisspelt(schema, value ?? {});
  const { value: valid, errors } =
    part === 'body' ? checkBody(schema, value, unknownFields) : await convert(schema, value);
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
 * Refuses unknown and blank query parameters: a misspelt filter would select everything, and a blank one, such as
 * `?before=`, has no meaning.
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

/**
 * The fields of a value that a flat schema names. Others are removed, since a client's key `constructor` would make yup
 * throw.
 */
const declared = (schema: Schema, value: unknown): unknown =>
  schema instanceof ObjectSchema && typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).filter(([name]) => Object.hasOwn(schema.fields, name)))
    : value;

/** True if a field that failed has the status 400 in its schema instead of 422. */
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

/** Translates problems from the canonical names of a handler to the client's own names. */
export async function inClientWords<T>(
  canonical: Canonical | undefined,
  handle: () => Promise<T>,
): Promise<T> {
  try {
    return await handle();
  } catch (error) {
    if (!canonical || !(error instanceof Unprocessable)) throw error;
    throw new Unprocessable(error.detail.map((p) => ({ ...p, loc: canonical.clientPath(p.loc) })));
  }
}

const NO_QUERY = object();

/** Treatment of unknown fields. A PATCH refuses them: a misspelt change would succeed without effect. */
const unknownFieldsOf = ({ method }: RouteShape): UnknownFields =>
  method === 'patch' ? 'refused' : 'dropped';

type Parts = Pick<AnyInput<unknown>, 'params' | 'query' | 'body'>;

export async function validateParts(route: RouteShape, params: unknown, query: unknown, body: unknown) {
  const canonical = route.canonical?.(body ?? {});
  const read = canonical ? canonical.body : body === undefined ? {} : body;
  const say = canonical && ((loc: Loc) => canonical.clientPath(loc));
  const parts = {
    params: route.params && (await validate(route.params, 'path', params)),
    query: await validate(route.query ?? NO_QUERY, 'query', query),
    body:
      route.body &&
      (await validate(route.body, 'body', read, { say, unknownFields: unknownFieldsOf(route) })),
  };
  return { parts: parts as Parts, canonical };
}
