/** In a body null is "not given", so the document of a body lets every field be null that may be left out. */
import type { JsonSchema } from './json-schema.ts';

/** Keywords that hold schemas of parts of the same value, or of its items. */
const PARTS = ['items', 'anyOf', 'oneOf', 'additionalProperties'] as const;

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
    ...(Array.isArray(anyOf) && { anyOf: [...anyOf, { type: 'null' }] }),
    ...(Array.isArray(oneOf) && { oneOf: [...oneOf, { type: 'null' }] }),
  };
}

const isObject = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
