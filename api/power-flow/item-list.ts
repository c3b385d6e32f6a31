/**
 * Lists of up to 100,000 lines, buses or generators. One test of the list walks its items: a schema for each
 * item would take seconds of the event loop. Measured values may be absent, null or not finite, as a check
 * then reports them; values of another type are refused with the path of the first.
 */
import { type ArraySchema, array, mixed } from 'yup';
import type { Unit } from '../../temporal/case/messages/units.ts';
import type { ElementId } from './findings.ts';

const isElementId = (value: unknown): value is ElementId =>
  typeof value === 'string' || Number.isInteger(value);

const ID_PROBLEM = { type: 'string_type', message: 'Input should be a valid string or integer' };

/** The id of a bus, line or generator: a string, or an integer. */
export const elementId = (description: string) =>
  mixed<ElementId>()
    .required()
    .test(
      ID_PROBLEM.type,
      ID_PROBLEM.message,
      (value) => value === undefined || value === null || isElementId(value),
    )
    .meta({ description });

export const MAX_ITEMS = 100_000;

interface Values {
  readonly id: ElementId;
  readonly reference: ElementId | null;
  readonly measured: number | null;
  readonly flag: boolean | null;
  readonly text: string | null;
}
type Kind = keyof Values;

interface ItemField<K extends Kind = Kind> {
  readonly kind: K;
  readonly description: string;
  readonly unit?: Unit;
}
type Fields = Readonly<Record<string, ItemField>>;

/** What a check reads of one item: ids are there, anything else may be missing. */
type ItemOf<F extends Fields> = {
  readonly [N in keyof F as F[N]['kind'] extends 'id' ? N : never]: ElementId;
} & {
  readonly [N in keyof F as F[N]['kind'] extends 'id' ? never : N]?: Values[F[N]['kind']] | undefined;
};

/** A required id, string or integer. */
export const id = (description: string): ItemField<'id'> => ({ kind: 'id', description });
/** An id that may be left out. */
export const reference = (description: string): ItemField<'reference'> => ({
  kind: 'reference',
  description,
});
export const measured = (unit: Unit, description: string): ItemField<'measured'> => ({
  kind: 'measured',
  unit,
  description,
});
export const flag = (description: string): ItemField<'flag'> => ({ kind: 'flag', description });
export const text = (description: string): ItemField<'text'> => ({ kind: 'text', description });

interface Problem {
  /** Names of the field within its item; empty when the item itself is wrong. */
  readonly field: string;
  readonly type: string;
  readonly message: string;
}

const KINDS: Readonly<Record<Kind, KindRule>> = {
  id: { accepts: isElementId, problem: ID_PROBLEM, json: ['string', 'integer'] },
  reference: { accepts: isElementId, problem: ID_PROBLEM, json: ['string', 'integer', 'null'] },
  measured: {
    accepts: (value) => typeof value === 'number',
    problem: { type: 'float_type', message: 'Input should be a valid number' },
    json: ['number', 'null'],
  },
  flag: {
    accepts: (value) => typeof value === 'boolean',
    problem: { type: 'bool_type', message: 'Input should be a valid boolean' },
    json: ['boolean', 'null'],
  },
  text: {
    accepts: (value) => typeof value === 'string',
    problem: { type: 'string_type', message: 'Input should be a valid string' },
    json: ['string', 'null'],
  },
};

interface KindRule {
  accepts(value: unknown): boolean;
  readonly problem: Omit<Problem, 'field'>;
  /** JSON types. */
  readonly json: readonly string[];
}

export function itemList<F extends Fields>(
  fields: F,
  description: string,
): ArraySchema<ItemOf<F>[] | undefined, object> {
  const rules = Object.entries(fields).map(([name, { kind }]) => ({ name, kind, ...KINDS[kind] }));
  return array<object, ItemOf<F>>()
    .max(MAX_ITEMS)
    .test('items', (items: readonly unknown[] | undefined, context) => {
      if (!items || items.length > MAX_ITEMS) return true;
      for (const [place, item] of items.entries()) {
        const found = problemOf(item, rules);
        if (!found) continue;
        const { field, type, message } = found;
        const path = `${context.path}[${place}]${field && `.${field}`}`;
        return context.createError({ path, type, message });
      }
      return true;
    })
    .meta({ description, items: jsonSchemaOf(fields) });
}

type Rule = KindRule & { readonly name: string; readonly kind: Kind };

function problemOf(item: unknown, rules: readonly Rule[]): Problem | undefined {
  if (!isRecord(item)) {
    return { field: '', type: 'dict_type', message: 'Input should be a valid dictionary' };
  }
  for (const { name, kind, accepts, problem } of rules) {
    const value = item[name];
    if (value !== undefined && value !== null) {
      if (!accepts(value)) return { field: name, ...problem };
    } else if (kind === 'id') {
      return { field: name, type: 'missing', message: 'Field required' };
    }
  }
  return undefined;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const jsonSchemaOf = (fields: Fields) => ({
  type: 'object',
  properties: Object.fromEntries(
    Object.entries(fields).map(([name, { kind, description, unit }]) => [
      name,
      { type: KINDS[kind].json, description, ...(unit && { 'x-unit': unit }) },
    ]),
  ),
  required: Object.keys(fields).filter((name) => fields[name]?.kind === 'id'),
});
