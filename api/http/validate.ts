/** Checks the parts of a request against the schemas of its route; problems are reported all at once. */
import { ArraySchema, array, type InferType, ObjectSchema, object, Schema, ValidationError } from 'yup';
import type { Canonical } from '../../temporal/case/canonical/solve-body.ts';
import { BadRequest, type FieldProblem, Unprocessable } from './errors.ts';
import { type Part, toProblems } from './problems.ts';
import type { AnyInput, RouteShape } from './route.ts';

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

type Parts = Pick<AnyInput<unknown>, 'params' | 'query' | 'body'>;

export async function validateParts(route: RouteShape, params: unknown, query: unknown, body: unknown) {
  const canonical = route.canonical?.(body ?? {});
  const read = canonical ? canonical.body : body === undefined ? {} : body;
  const say = canonical && ((loc: FieldProblem['loc']) => canonical.clientPath(loc));
  const parts = {
    params: route.params && (await validate(route.params, 'path', params)),
    query: await validate(route.query ?? NO_QUERY, 'query', query),
    body: route.body && (await validate(route.body, 'body', read, say)),
  };
  return { parts: parts as Parts, canonical };
}

/** For lists whose schema names no maximum. */
const MAX_ITEMS = 20_000;
/** A reply is not the place for more. */
const MAX_ERRORS = 200;

interface CheckedBody {
  /** With defaults, without nulls that say nothing. Fields that the schema does not name are as they were. */
  readonly value: unknown;
  /** In the order of the schema's fields, those of a whole after those of its parts. */
  readonly errors: readonly ValidationError[];
}

export function checkBody(schema: Schema, body: unknown): CheckedBody {
  const errors: ValidationError[] = [];
  const value = checkValue(schema, body, '', errors);
  return { value, errors };
}

function checkValue(schema: Schema, value: unknown, path: string, errors: ValidationError[]): unknown {
  if (!isParent(schema)) return checkOne(schema, value, path, errors);
  if (schema instanceof ObjectSchema && isObject(value))
    return checkOne(schema, checkFields(schema, value, path, errors), path, errors);
  if (schema instanceof ArraySchema && Array.isArray(value)) {
    const limit = maxItems(schema);
    if (value.length > limit) return checkOne(array().max(limit), value, path, errors);
    return checkOne(schema, checkItems(schema, value, path, errors), path, errors);
  }
  return checkOne(schema, value, path, errors);
}

function checkFields(
  { fields }: { readonly fields: Readonly<Record<string, unknown>> },
  object: Readonly<Record<string, unknown>>,
  path: string,
  errors: ValidationError[],
): object {
  const changed = new Map<string, unknown>();
  for (const [name, field] of Object.entries(fields)) {
    if (!(field instanceof Schema)) continue;
    const old = Object.hasOwn(object, name) ? object[name] : undefined;
    const now = checkField(field, old, path === '' ? name : `${path}.${name}`, errors);
    if (now !== old) changed.set(name, now);
  }
  if (changed.size === 0) return object;
  const copy = { ...object, ...Object.fromEntries(changed) };
  for (const [name, value] of changed) if (value === undefined) delete copy[name];
  return copy;
}

function checkField(field: Schema, given: unknown, path: string, errors: ValidationError[]): unknown {
  if (given === undefined || (given === null && isOptional(field))) return checkAbsent(field, path, errors);
  return checkValue(field, given, path, errors);
}

/** The default of the field, if it has one that is valid itself; an object's is made of those of its fields. */
function checkAbsent(field: Schema, path: string, errors: ValidationError[]): unknown {
  const value: unknown = field.getDefault();
  if (value === undefined || !field.spec.optional) return checkOne(field, undefined, path, errors);
  const wrong: ValidationError[] = [];
  const checked = checkValue(field, value, path, wrong);
  return wrong.length === 0 ? checked : checkOne(field.required(), undefined, path, errors);
}

function checkItems(
  { innerType }: { readonly innerType?: unknown },
  items: readonly unknown[],
  path: string,
  errors: ValidationError[],
): readonly unknown[] {
  if (!(innerType instanceof Schema)) return items;
  let changed: unknown[] | undefined;
  for (const [place, item] of items.entries()) {
    const checked = checkValue(innerType, item, `${path}[${place}]`, errors);
    if (checked !== item) {
      changed ??= [...items];
      changed[place] = checked;
    }
    if (errors.length >= MAX_ERRORS) break;
  }
  return changed ?? items;
}

/** What is true of the value as a whole; the value itself. */
function checkOne(schema: Schema, value: unknown, path: string, errors: ValidationError[]): unknown {
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

/** Whether there may be parts that are checked one by one. */
const isParent = (schema: Schema): boolean => schema instanceof ObjectSchema || schema instanceof ArraySchema;

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
