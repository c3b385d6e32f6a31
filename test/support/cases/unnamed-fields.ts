/** Adds fields that the schema does not name to every object of a body. */
import { ArraySchema, ObjectSchema } from 'yup';

/** Fields of records that clients must not set, and names with a meaning in a language or database. */
export const UNNAMED = [
  ...['_id', 'user_id', 'created_at', 'status', 'role', 'owner', 'whatIf', 'parent', 'kept', 'priority'],
  ...['leavesScenario', 'repairOf', 'what_if', 'workflow_started', 'expires_at', 'password_hash'],
  ...['constructor', 'toString', '$set', 'a.b'],
];
/** Older spelling of a field of lines in a payload. */
const ALIASES = ['status'];

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A plausible value for an unnamed field. It contains the mark. */
const markedAs = (name: string, mark: string): unknown => {
  if (name === 'whatIf' || name === 'what_if')
    return { of: mark, kept: true, parent_objective_usd: 1, first: { lower_usd: 1, upper_usd: 1 } };
  return name === 'parent' ? { type: 'job', id: mark, index: 0 } : mark;
};

/** The value with unnamed fields in every object, except objects that refuse unknown fields. */
export function withUnnamed(schema: unknown, value: unknown, mark: string, isKept = false): unknown {
  if (schema instanceof ArraySchema && Array.isArray(value))
    return value.map((item) => withUnnamed(schema.innerType, item, mark, isKept));
  if (!(schema instanceof ObjectSchema && isObject(value))) return value;
  const { unknownFields, additionalProperties } = schema.spec.meta ?? {};
  // Refuses unknown fields of its parts, too.
  if (unknownFields === 'refused') return value;
  const keeps = isKept || unknownFields === 'kept';
  const fields = Object.entries(value).map(([name, field]) => {
    const part: unknown = Object.hasOwn(schema.fields, name) ? schema.fields[name] : undefined;
    return [name, withUnnamed(part, field, mark, keeps)];
  });
  const hasAliases = keeps || Object.hasOwn(schema.fields, 'in_service');
  const names = UNNAMED.filter(
    (name) => !Object.hasOwn(schema.fields, name) && !(ALIASES.includes(name) && hasAliases),
  );
  return Object.fromEntries([
    ...fields,
    ...(additionalProperties !== undefined ? [] : names.map((name) => [name, markedAs(name, mark)])),
  ]);
}

/** The value without the objects that keep unknown fields on purpose. */
export function withoutKept(schema: unknown, value: unknown): unknown {
  if (schema instanceof ArraySchema && Array.isArray(value))
    return value.map((item) => withoutKept(schema.innerType, item));
  if (!(schema instanceof ObjectSchema && isObject(value))) return value;
  if (schema.spec.meta?.unknownFields === 'kept') return null;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, withoutKept(schema.fields[name], field)]),
  );
}
