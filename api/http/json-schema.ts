/** Converts yup schemas to JSON Schema 2020-12, the dialect of OpenAPI 3.1. */
import type { Schema, SchemaDescription, SchemaFieldDescription } from 'yup';

export type JsonSchema = Readonly<Record<string, unknown>>;
type Params = Readonly<Record<string, unknown>>;

/** Name of a yup test -> JSON Schema keyword. A test that is missing here is documented by its message only. */
const KEYWORDS: Readonly<Record<string, (params: Params, type: string) => JsonSchema>> = {
  integer: () => ({ type: 'integer' }),
  min: ({ min, more }, type) =>
    more === undefined ? { [bound(type, 'min')]: min } : { exclusiveMinimum: more },
  max: ({ max, less }, type) =>
    less === undefined ? { [bound(type, 'max')]: max } : { exclusiveMaximum: less },
  length: ({ length }, type) => ({ [bound(type, 'min')]: length, [bound(type, 'max')]: length }),
  matches: ({ regex }) => ({ pattern: regex instanceof RegExp ? regex.source : String(regex) }),
  required: (_, type) => (type === 'string' ? { minLength: 1 } : {}),
  email: () => ({ format: 'email' }),
  url: () => ({ format: 'uri' }),
  uuid: () => ({ format: 'uuid' }),
  datetime: () => ({ format: 'date-time' }),
  noUnknown: () => ({ additionalProperties: false }),
};

const NULL = { type: 'null' };
const isNull = (part: unknown): boolean => isObject(part) && part['type'] === 'null';

/** Metadata that are copied into the JSON schema; all others serve readers of the yup schema. */
const WRITTEN = ['description', 'examples', 'items', 'oneOf', 'anyOf', 'type', 'additionalProperties'];

const bound = (type: string, end: 'min' | 'max'): string => {
  if (type === 'number') return `${end}imum`;
  return type === 'array' ? `${end}Items` : `${end}Length`;
};

export const toJsonSchema = (schema: Pick<Schema, 'describe'>): JsonSchema => describe(schema.describe());

function describe(field: SchemaFieldDescription): JsonSchema {
  if (!isSchema(field)) return {};
  const { unit, unknownFields, ...meta } = field.meta ?? {};
  const base = { ...containerOf(field), ...keywordsOf(field) };
  return {
    ...typeOf(base, field),
    ...enumOf(field),
    ...(hasDefault(field) && { default: field.default }),
    ...Object.fromEntries(Object.entries(meta).filter(([name]) => WRITTEN.includes(name))),
    ...(meta.oneOf && field.nullable && { oneOf: [...meta.oneOf, NULL] }),
    ...(unknownFields === 'refused' && { additionalProperties: false }),
    ...(unit && { 'x-unit': unit }),
  };
}

const isSchema = (field: SchemaFieldDescription): field is SchemaDescription => 'tests' in field;

/**
 * True if the default is to be documented. The default of an object is not, since it repeats the defaults of its
 * fields.
 */
const hasDefault = (field: SchemaDescription): boolean =>
  field.default !== undefined && field.type !== 'object' && typeof field.default !== 'function';

const keywordsOf = (field: SchemaDescription): JsonSchema =>
  Object.assign(
    {},
    ...field.tests.map((test) => KEYWORDS[test.name ?? '']?.(test.params ?? {}, field.type) ?? {}),
  );

/** JSON type of a field. JSON has no `mixed` and no `date`; in OpenAPI 3.1, null is a type of its own. */
function typeOf(
  { type: narrowed, ...rest }: JsonSchema,
  { type: declared, nullable }: SchemaDescription,
): JsonSchema {
  if (declared === 'mixed') return rest;
  if (declared === 'date')
    return { type: nullable ? ['string', 'null'] : 'string', format: 'date-time', ...rest };
  const type = narrowed ?? declared;
  return { type: nullable ? [type, 'null'] : type, ...rest };
}

const enumOf = ({ oneOf, nullable }: SchemaDescription): JsonSchema =>
  oneOf.length > 0 ? { enum: nullable && !oneOf.includes(null) ? [...oneOf, null] : oneOf } : {};

function containerOf(field: SchemaDescription): JsonSchema {
  if ('fields' in field && isRecord(field.fields)) return objectOf(Object.entries(field.fields));
  if ('innerType' in field && isField(field.innerType)) return { items: describe(field.innerType) };
  return field.type === 'array' ? { items: {} } : {};
}

function objectOf(fields: readonly (readonly [string, SchemaFieldDescription])[]): JsonSchema {
  if (fields.length === 0) return {};
  const required = fields.filter(([, field]) => isRequired(field)).map(([name]) => name);
  return {
    properties: Object.fromEntries(fields.map(([name, field]) => [name, describe(field)])),
    ...(required.length > 0 && { required }),
  };
}

const isRequired = (field: SchemaFieldDescription): boolean =>
  isSchema(field) && !field.optional && (field.default === undefined || field.type === 'object');

const isField = (value: unknown): value is SchemaFieldDescription =>
  typeof value === 'object' && value !== null && 'type' in value;

const isRecord = (value: unknown): value is Record<string, SchemaFieldDescription> =>
  typeof value === 'object' && value !== null;

/** Keywords whose values are schemas: of alternative forms of a value, or of its items. */
const PARTS = ['items', 'anyOf', 'oneOf', 'additionalProperties'] as const;

/** Schema of a request body, where null means "not given": every optional field also accepts null. */
export function acceptNull(schema: JsonSchema): JsonSchema {
  const parts = PARTS.filter((name) => name in schema).map((name) => [name, eachOf(schema[name])]);
  const { properties, required } = schema;
  if (!isObject(properties)) return { ...schema, ...Object.fromEntries(parts) };
  const needed: readonly unknown[] = Array.isArray(required) ? required : [];
  const fields = Object.entries(properties).map(([name, field]) => {
    const whole = isObject(field) ? acceptNull(field) : {};
    return [name, needed.includes(name) ? whole : orNull(whole)];
  });
  return { ...schema, ...Object.fromEntries(parts), properties: Object.fromEntries(fields) };
}

const eachOf = (part: unknown): unknown => {
  if (Array.isArray(part)) return part.map((one) => (isObject(one) ? acceptNull(one) : one));
  return isObject(part) ? acceptNull(part) : part;
};

function orNull({ type, enum: values, anyOf, oneOf, ...rest }: JsonSchema): JsonSchema {
  return {
    ...rest,
    ...(type !== undefined && { type: [...new Set([type, 'null'].flat())] }),
    ...(Array.isArray(values) && { enum: [...new Set([...values, null])] }),
    ...(Array.isArray(anyOf) && { anyOf: [...anyOf, NULL] }),
    ...(Array.isArray(oneOf) && { oneOf: oneOf.some(isNull) ? oneOf : [...oneOf, NULL] }),
  };
}

const isObject = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
