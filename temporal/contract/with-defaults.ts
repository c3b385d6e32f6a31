/**
 * Fills absent fields of a valid value with the defaults of its schema. yup's own `cast` would do, but it
 * looks fields up in an ordinary object, so that a client's key `constructor` or `toString` throws.
 */
import { ArraySchema, ObjectSchema, Schema } from 'yup';

interface Fields {
  readonly fields: Readonly<Record<string, unknown>>;
}

/** The value itself where nothing is absent. */
export function withDefaults(schema: unknown, value: unknown): unknown {
  if (schema instanceof ObjectSchema && isObject(value)) return fillObject(schema, value);
  if (schema instanceof ArraySchema && Array.isArray(value)) return fillArray(schema.innerType, value);
  return value;
}

function fillObject(schema: Fields, value: object): object {
  const given = new Map<string, unknown>(Object.entries(value));
  const filled: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(schema.fields)) {
    if (!(field instanceof Schema)) continue;
    const old = given.get(name);
    const now: unknown = old === undefined ? field.getDefault() : withDefaults(field, old);
    if (now !== old) filled[name] = now;
  }
  return Object.keys(filled).length > 0 ? { ...value, ...filled } : value;
}

/** Long series of numbers have nothing to fill. */
function fillArray(item: unknown, values: readonly unknown[]): readonly unknown[] {
  const isContainer = item instanceof ObjectSchema || item instanceof ArraySchema;
  return isContainer ? values.map((value) => withDefaults(item, value)) : values;
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
