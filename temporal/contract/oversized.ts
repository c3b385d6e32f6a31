/**
 * Finds lists that are too long before yup looks into them: it would examine every item, and make an error
 * of each wrong one, of a list whose length alone is reason enough to refuse it.
 */
import { ArraySchema, ObjectSchema } from 'yup';

/** For lists whose schema names no maximum. */
const MAX_ITEMS = 20_000;

export interface Oversized {
  readonly loc: readonly (string | number)[];
  readonly limit: number;
}

export function oversized(schema: unknown, value: unknown, loc: Oversized['loc'] = []): Oversized[] {
  if (schema instanceof ObjectSchema) return inObject(schema, value, loc);
  if (!(schema instanceof ArraySchema) || !Array.isArray(value) || !schema.innerType) return [];
  const limit = maxItems(schema);
  if (value.length > limit) return [{ loc, limit }];
  const item: unknown = schema.innerType;
  const isContainer = item instanceof ObjectSchema || item instanceof ArraySchema;
  return isContainer ? value.flatMap((entry, index) => oversized(item, entry, [...loc, index])) : [];
}

const inObject = (
  schema: { fields: Readonly<Record<string, unknown>> },
  value: unknown,
  loc: Oversized['loc'],
) =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, entry]) =>
        Object.hasOwn(schema.fields, name) && typeof entry === 'object'
          ? oversized(schema.fields[name], entry, [...loc, name])
          : [],
      )
    : [];

function maxItems(schema: Describable): number {
  const max = schema.describe().tests.find(({ name }) => name === 'max')?.params?.['max'];
  return typeof max === 'number' ? max : MAX_ITEMS;
}

interface Describable {
  describe(): { readonly tests: readonly { name?: string; params?: Record<string, unknown> | undefined }[] };
}
