/** Checks the parts of a request against the schemas of its route; problems are reported all at once. */
import {
  type AnyObject,
  ArraySchema,
  array,
  type InferType,
  ObjectSchema,
  object,
  Schema,
  ValidationError,
} from 'yup';
import type { Canonical } from '../../temporal/case/canonical/solve-body.ts';
import { BadRequest, type FieldProblem, Unprocessable } from './errors.ts';
import { type Part, toProblems } from './problems.ts';
import type { AnyInput, RouteShape } from './route.ts';

type Loc = FieldProblem['loc'];

/** Nobody reads the stack of a wrong field. */
const OPTIONS = { abortEarly: false, disableStackTrace: true };

/** Fate of the fields of a body that its schema does not name. A schema's own `unknownFields` goes before it. */
type UnknownFields = 'dropped' | 'kept' | 'refused';

interface BodyOptions {
  /** Translates a path into the client's own field names. */
  readonly say?: ((loc: Loc) => Loc) | undefined;
  readonly unknownFields?: UnknownFields;
}

/**
 * JSON bodies must already have the right types; query and path text is converted. The result has no field that the
 * schema does not name, unless the schema says that it keeps them.
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

/** A handler finds problems in canonical names; the client reads them in its own. */
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

/** A change that is misspelt would change nothing, and be answered as if it had. */
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

/** For lists whose schema names no maximum. */
const MAX_ITEMS = 20_000;
/** A reply is not the place for more. */
const MAX_ERRORS = 200;

interface CheckedBody {
  /** With defaults, without nulls that say nothing and without fields that nothing names. */
  readonly value: unknown;
  /** In the order of the schema's fields, those of a whole after those of its parts. */
  readonly errors: readonly ValidationError[];
}

/** One look at a body: what is wrong so far, and the fate of unknown fields at this place. */
interface Walk {
  readonly errors: ValidationError[];
  readonly unknownFields: UnknownFields;
}

export function checkBody(
  schema: Schema,
  body: unknown,
  unknownFields: UnknownFields = 'dropped',
): CheckedBody {
  const errors: ValidationError[] = [];
  const value = checkValue(schema, body, '', { errors, unknownFields });
  return { value, errors };
}

function checkValue(schema: Schema, value: unknown, path: string, walk: Walk): unknown {
  if (schema instanceof ObjectSchema && isObject(value)) {
    const { unknownFields = walk.unknownFields } = schema.spec.meta ?? {};
    return checkOne(schema, checkFields(schema, value, path, { ...walk, unknownFields }), path, walk);
  }
  if (schema instanceof ArraySchema && Array.isArray(value)) {
    const limit = maxItems(schema);
    if (value.length > limit) return checkOne(array().max(limit), value, path, walk);
    return checkOne(schema, checkItems(schema, value, path, walk), path, walk);
  }
  return checkOne(schema, value, path, walk);
}

function checkFields(
  schema: ObjectSchema<AnyObject>,
  object: Readonly<Record<string, unknown>>,
  path: string,
  walk: Walk,
): object {
  const changed = new Map<string, unknown>();
  for (const [name, field] of Object.entries(schema.fields)) {
    if (!(field instanceof Schema)) continue;
    const old = Object.hasOwn(object, name) ? object[name] : undefined;
    const now = checkField(field, old, inside(path, name), walk);
    if (now !== old) changed.set(name, now);
  }
  for (const name of unknownNames(schema, object, walk)) {
    changed.set(name, undefined);
    if (walk.unknownFields === 'refused') refuseField(name, path, walk);
  }
  if (changed.size === 0) return object;
  const copy = { ...object, ...Object.fromEntries(changed) };
  for (const [name, value] of changed) if (value === undefined) delete copy[name];
  return copy;
}

/** Names that must not stay: none where they are kept, or are those of the client's own elements. */
const unknownNames = (
  { fields, spec }: ObjectSchema<AnyObject>,
  object: object,
  { unknownFields }: Walk,
): readonly string[] =>
  unknownFields === 'kept' || spec.meta?.additionalProperties
    ? []
    : Object.keys(object).filter((name) => !Object.hasOwn(fields, name));

const PLAIN_NAME = /^\w+$/;
const inside = (path: string, name: string): string => {
  if (!PLAIN_NAME.test(name)) return `${path}["${name}"]`;
  return path === '' ? name : `${path}.${name}`;
};

/** A name that a client made up may be as long as the body. */
const LONGEST_NAME = 200;

function refuseField(name: string, path: string, { errors }: Walk): void {
  if (errors.length >= MAX_ERRORS) return;
  const place = inside(path, name.slice(0, LONGEST_NAME).replaceAll('"', ''));
  errors.push(new ValidationError(place, undefined, place, 'noUnknown', true));
}

function checkField(field: Schema, given: unknown, path: string, walk: Walk): unknown {
  if (given === undefined || (given === null && isOptional(field))) return checkAbsent(field, path, walk);
  return checkValue(field, given, path, walk);
}

/** The default of the field, if it has one that is valid itself; an object's is made of those of its fields. */
function checkAbsent(field: Schema, path: string, walk: Walk): unknown {
  const value: unknown = field.getDefault();
  if (value === undefined || !field.spec.optional) return checkOne(field, undefined, path, walk);
  const errors: ValidationError[] = [];
  const checked = checkValue(field, value, path, { ...walk, errors });
  return errors.length === 0 ? checked : checkOne(field.required(), undefined, path, walk);
}

function checkItems(
  { innerType }: { readonly innerType?: unknown },
  items: readonly unknown[],
  path: string,
  walk: Walk,
): readonly unknown[] {
  if (!(innerType instanceof Schema)) return items;
  let changed: unknown[] | undefined;
  for (const [place, item] of items.entries()) {
    const checked = checkValue(innerType, item, `${path}[${place}]`, walk);
    if (checked !== item) {
      changed ??= [...items];
      changed[place] = checked;
    }
    if (walk.errors.length >= MAX_ERRORS) break;
  }
  return changed ?? items;
}

/** What is true of the value as a whole; the value itself. */
function checkOne(schema: Schema, value: unknown, path: string, { errors }: Walk): unknown {
  // yup would print the whole value into its message.
  const isOfType = value === undefined || value === null || schema.isType(value);
  const error = isOfType ? errorOf(schema, value, path) : typeError(schema, value, path);
  if (error) errors.push(...(error.inner.length > 0 ? error.inner : [error]));
  return value;
}

function errorOf(schema: Schema, value: unknown, path: string): ValidationError | undefined {
  const options = { path, strict: true, recursive: false, abortEarly: false, disableStackTrace: true };
  try {
    schema.validateSync(value, options);
    return undefined;
  } catch (error) {
    if (error instanceof ValidationError) return error;
    throw error;
  }
}

function typeError({ type, spec }: Schema, value: unknown, path: string): ValidationError {
  const error = new ValidationError(`${path || 'this'} has the wrong type`, value, path, 'typeError', true);
  error.params = { type, spec };
  return error;
}

const isOptional = ({ spec }: Schema): boolean => spec.optional && !spec.nullable;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const knownLimits = new WeakMap<Schema, number>();

function maxItems(schema: Schema): number {
  const known = knownLimits.get(schema);
  if (known !== undefined) return known;
  const max = schema.describe().tests.find(({ name }) => name === 'max')?.params?.['max'];
  const limit = typeof max === 'number' ? max : MAX_ITEMS;
  knownLimits.set(schema, limit);
  return limit;
}
