/** Fields of a value that its schema does not name, at any depth: validation passes them by. */
import { ArraySchema, ObjectSchema } from 'yup';
import type { Place } from './import-report.ts';

export function unreadFields(schema: unknown, value: unknown, path: Place = []): Place[] {
  if (Array.isArray(value)) {
    if (!(schema instanceof ArraySchema) || !(schema.innerType instanceof ObjectSchema)) return [];
    const item = schema.innerType;
    return value.flatMap((entry: unknown, i) => unreadFields(item, entry, [...path, i]));
  }
  if (!(schema instanceof ObjectSchema) || typeof value !== 'object' || value === null) return [];
  const fields: Readonly<Record<string, unknown>> = schema.fields;
  const isDictionary = Object.keys(fields).length === 0;
  if (isDictionary) return [];
  return Object.entries(value).flatMap(([name, entry]) =>
    Object.hasOwn(fields, name) ? unreadFields(fields[name], entry, [...path, name]) : [[...path, name]],
  );
}
