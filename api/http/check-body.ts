/**
 * Holds a JSON body against its schema, one object after the other, so that a large body does not hold up others.
 * One rule for all optional fields: null is "not given", unless the schema gives null a meaning of its own.
 */
import { ArraySchema, array, ObjectSchema, Schema, ValidationError } from 'yup';

/** For lists whose schema names no maximum. */
const MAX_ITEMS = 20_000;
/** A reply is not the place for more. */
const MAX_ERRORS = 200;

export interface CheckedBody {
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
