/** Validates a JSON body by its schema: types and rules, defaults, unknown fields, and bounds of names and numbers. */
import { type AnyObject, ArraySchema, array, ObjectSchema, Schema, ValidationError } from 'yup';
import { LARGEST_QUANTITY, LONGEST_NAME, outOfBounds } from '../../temporal/case/messages/bounds.ts';

/** Treatment of body fields that the schema does not name. A schema's own `unknownFields` takes precedence. */
export type UnknownFields = 'dropped' | 'kept' | 'refused';

/** Maximum number of items of a list whose schema sets no maximum. */
const MAX_ITEMS = 20_000;
/** Maximum number of errors in one reply. */
const MAX_ERRORS = 200;

export interface CheckedBody {
  /** The body with defaults filled in; nulls, and unknown fields that are to be dropped, are removed. */
  readonly value: unknown;
  /** Errors in the order of the schema's fields; errors of an object follow those of its fields. */
  readonly errors: readonly ValidationError[];
}

/** State of one walk through a body: errors so far, and the treatment of unknown fields at this place. */
interface Walk {
  readonly errors: ValidationError[];
  readonly unknownFields: UnknownFields;
  /** True for content that was stored before, whose names and numbers are not checked again. */
  readonly isStored: boolean;
}

export function checkBody(
  schema: Schema,
  body: unknown,
  unknownFields: UnknownFields = 'dropped',
): CheckedBody {
  const errors: ValidationError[] = [];
  const value = checkValue(schema, body, '', { errors, unknownFields, isStored: false });
  return { value, errors };
}

function checkValue(schema: Schema, value: unknown, path: string, walk: Walk): unknown {
  if (schema instanceof ObjectSchema && isObject(value)) {
    const { unknownFields = walk.unknownFields, isStored = walk.isStored } = schema.spec.meta ?? {};
    const within = { ...walk, unknownFields, isStored };
    const check = schema.spec.meta?.additionalProperties ? checkLeaf : checkOne;
    return check(schema, checkFields(schema, value, path, within), path, within);
  }
  if (schema instanceof ArraySchema && Array.isArray(value)) {
    const limit = maxItems(schema);
    if (value.length > limit) return checkOne(array().max(limit), value, path, walk);
    const check = schema.innerType ? checkOne : checkLeaf;
    return check(schema, checkItems(schema, value, path, walk), path, walk);
  }
  return checkLeaf(schema, value, path, walk);
}

/**
 * Validates a value whose parts have no schema of their own. Names and numbers in the value must still be within the
 * general bounds.
 */
function checkLeaf(schema: Schema, value: unknown, path: string, walk: Walk): unknown {
  const before = walk.errors.length;
  checkOne(schema, value, path, walk);
  const { isStored = walk.isStored, largest } = schema.spec.meta ?? {};
  if (isStored || walk.errors.length > before || hasOwnLength(schema)) return value;
  const wrong = outOfBounds(value, largest);
  if (wrong) walk.errors.push(boundError(wrong.value, wrong.path.reduce<string>(inside, path)));
  return value;
}

function boundError(value: unknown, path: string): ValidationError {
  const isLow = typeof value === 'number' && value < 0;
  const limit = typeof value === 'number' ? LARGEST_QUANTITY : LONGEST_NAME;
  const error = new ValidationError(path || 'this', value, path, isLow ? 'min' : 'max', true);
  error.params = isLow ? { min: -limit } : { max: limit };
  return error;
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

/**
 * Unknown names that are to be refused. Empty if unknown fields are kept, or if the names are those of the client's own
 * elements.
 */
const unknownNames = (
  { fields, spec }: ObjectSchema<AnyObject>,
  object: object,
  { unknownFields }: Walk,
): readonly string[] =>
  unknownFields === 'kept' || spec.meta?.additionalProperties
    ? []
    : Object.keys(object).filter((name) => !Object.hasOwn(fields, name));

const PLAIN_NAME = /^\w+$/;
const inside = (path: string, name: string | number): string => {
  if (typeof name === 'number') return `${path}[${name}]`;
  if (!PLAIN_NAME.test(name)) return `${path}["${name.replaceAll('"', '')}"]`;
  return path === '' ? name : `${path}.${name}`;
};

function refuseField(name: string, path: string, { errors }: Walk): void {
  if (errors.length >= MAX_ERRORS) return;
  // Cuts an unknown name, which may be as long as the body.
  const place = inside(path, name.slice(0, LONGEST_NAME));
  errors.push(new ValidationError(place, undefined, place, 'noUnknown', true));
}

function checkField(field: Schema, value: unknown, path: string, walk: Walk): unknown {
  if (value === undefined || (value === null && isOptional(field))) return checkAbsent(field, path, walk);
  return checkValue(field, value, path, walk);
}

/**
 * The default of an absent field, if the default is valid. The default of an object consists of the defaults of its
 * fields.
 */
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

/** Validates the rules of the value as a whole; returns the value. */
function checkOne(schema: Schema, value: unknown, path: string, { errors }: Walk): unknown {
  // Checks the type without yup, whose message would contain the whole value.
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

const described = new WeakMap<Schema, { readonly items: number; readonly hasLength: boolean }>();

/** Names of tests that limit the length of a text. Some of them count in other units than yup. */
const LENGTHS = ['max', 'length', 'string_too_long'];

function boundsOf(schema: Schema) {
  const earlier = described.get(schema);
  if (earlier !== undefined) return earlier;
  const { tests } = schema.describe();
  const max = tests.find(({ name }) => name === 'max')?.params?.['max'];
  const hasLength = schema.type === 'string' && tests.some(({ name = '' }) => LENGTHS.includes(name));
  const bounds = { items: typeof max === 'number' ? max : MAX_ITEMS, hasLength };
  described.set(schema, bounds);
  return bounds;
}

const maxItems = (schema: Schema): number => boundsOf(schema).items;
const hasOwnLength = (schema: Schema): boolean => boundsOf(schema).hasLength;
