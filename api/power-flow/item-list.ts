/**
 * Schemas of lists of up to 100,000 lines, buses or generators. One test checks all items of a list, since a schema per
 * item would block the event loop for seconds. Measured values may be absent, null or not finite; the checks report
 * these. The first value of another type is refused with its path.
 */

import { type ArraySchema, array, mixed } from 'yup';
import type { Unit } from '../../temporal/case/elements/units.ts';
import type { ElementId } from './findings.ts';

export const MAX_ITEMS = 100_000;

interface Kind<Value> {
  /** JSON types that the field may have. */
  readonly json: readonly string[];
  readonly accepts: (value: unknown) => value is Value;
  readonly problem: { readonly type: string; readonly message: string };
}

interface Field<Value, Needed extends boolean> extends Kind<Value> {
  readonly needed: Needed;
  readonly description: string;
  readonly unit?: Unit | undefined;
}
type Fields = Readonly<Record<string, Field<unknown, boolean>>>;

type ValueOf<F> = F extends Field<infer Value, boolean> ? Value : never;
type NeededIn<F extends Fields> = { [N in keyof F]: F[N]['needed'] extends true ? N : never }[keyof F];

/** Fields of an item as a check reads them: ids are present, any other field may be missing. */
type ItemOf<F extends Fields> = { readonly [N in NeededIn<F>]: ValueOf<F[N]> } & {
  readonly [N in Exclude<keyof F, NeededIn<F>>]?: ValueOf<F[N]> | null | undefined;
};

const isElementId = (value: unknown): value is ElementId =>
  typeof value === 'string' || Number.isInteger(value);

const ID: Kind<ElementId> = {
  json: ['string', 'integer'],
  accepts: isElementId,
  problem: { type: 'string_type', message: 'Input should be a valid string or integer' },
};
const MEASURED: Kind<number> = {
  json: ['number'],
  accepts: (value) => typeof value === 'number',
  problem: { type: 'float_type', message: 'Input should be a valid number' },
};
const FLAG: Kind<boolean> = {
  json: ['boolean'],
  accepts: (value) => typeof value === 'boolean',
  problem: { type: 'bool_type', message: 'Input should be a valid boolean' },
};
const TEXT: Kind<string> = {
  json: ['string'],
  accepts: (value) => typeof value === 'string',
  problem: { type: 'string_type', message: 'Input should be a valid string' },
};

const optional =
  <Value>(kind: Kind<Value>) =>
  (description: string): Field<Value, false> => ({ ...kind, description, needed: false });

/** A required id, string or integer. */
export const id = (description: string): Field<ElementId, true> => ({ ...ID, description, needed: true });
/** An optional id. */
export const reference = optional(ID);
export const flag = optional(FLAG);
export const text = optional(TEXT);
export const measured = (unit: Unit | undefined, description: string): Field<number, false> => ({
  ...optional(MEASURED)(description),
  unit,
});

/** Schema of the id of a bus, line or generator, in a body or reply. */
export const elementId = (description: string) =>
  mixed<ElementId>()
    .required()
    .test(
      ID.problem.type,
      ID.problem.message,
      (value) => value === undefined || value === null || ID.accepts(value),
    )
    .meta({ description });

export function itemList<F extends Fields>(
  fields: F,
  description: string,
): ArraySchema<ItemOf<F>[] | undefined, object> {
  const rules = Object.entries(fields);
  return (
    array<object, ItemOf<F>>()
      .max(MAX_ITEMS)
      .test('items', (items: readonly unknown[] | undefined, context) => {
        if (!items || items.length > MAX_ITEMS) return true;
        for (const [place, item] of items.entries()) {
          const fault = problemOf(item, rules);
          if (!fault) continue;
          const { field, ...problem } = fault;
          return context.createError({
            path: `${context.path}[${place}]${field && `.${field}`}`,
            ...problem,
          });
        }
        return true;
      })
      // Numbers out of range are not refused here; the checks report them.
      .meta({ description, items: jsonSchemaOf(fields), largest: Number.POSITIVE_INFINITY })
  );
}

/** Problem of an item. `field`: empty when the item as a whole is invalid. */
function problemOf(item: unknown, rules: readonly [field: string, rule: Fields[string]][]) {
  if (!isRecord(item)) return { field: '', type: 'dict_type', message: 'Input should be a valid dictionary' };
  for (const [field, { needed, accepts, problem }] of rules) {
    const value = item[field];
    const isMissing = value === undefined || value === null;
    if (isMissing && needed) return { field, type: 'missing', message: 'Field required' };
    if (!isMissing && !accepts(value)) return { field, ...problem };
  }
  return undefined;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const jsonSchemaOf = (fields: Fields) => ({
  type: 'object',
  properties: Object.fromEntries(
    Object.entries(fields).map(([name, { json, needed, description, unit }]) => [
      name,
      { type: needed ? json : [...json, 'null'], description, ...(unit && { 'x-unit': unit }) },
    ]),
  ),
  required: Object.keys(fields).filter((name) => fields[name]?.needed),
});
