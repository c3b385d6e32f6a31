/**
 * The little language of attributes. Each is the yup schema of one field and carries its row of the table with it (`RowOf`),
 * so that types are inferred and whatever is made of the table reads it from the schema. `required`, `nullable` and
 * `defined` are yup's own words.
 */
import {
  type AnyObject,
  type ArraySchema,
  array,
  boolean,
  type CustomSchemaMetadata,
  type ISchema,
  mixed,
  number as numberOf,
  string,
  type TestContext,
} from 'yup';
import { finite, type Unit } from './units.ts';

interface Bounds {
  readonly least?: number;
  readonly most?: number;
  /** Exclusive. */
  readonly above?: number;
  readonly below?: number;
}

/** Words about an attribute beside its unit and its text. More than these: write a function. */
type More = CustomSchemaMetadata & { readonly bounds?: Bounds };

const meta = (text: string | undefined, { bounds: _, ...more }: More) => ({
  ...(text !== undefined && { description: text }),
  ...more,
});

/** One finite number. */
export function number(unit: Unit | undefined, text: string | undefined, more: More = {}) {
  const { least, most, above, below } = more.bounds ?? {};
  let schema = finite();
  if (least !== undefined) schema = schema.min(least);
  if (above !== undefined) schema = schema.moreThan(above);
  if (most !== undefined) schema = schema.max(most);
  if (below !== undefined) schema = schema.lessThan(below);
  return schema.meta({ ...(unit && { unit }), ...meta(text, more) });
}

/** A number of at least 0. */
export const amount = (unit: Unit | undefined, text: string) => number(unit, text, { bounds: { least: 0 } });

/** A number above 0. */
export const positive = (unit: Unit | undefined, text: string) =>
  number(unit, text, { bounds: { above: 0 } });

/** A whole number that is no quantity, such as the number of a bus. */
export function whole(text?: string, more: More = {}) {
  const { least, most } = more.bounds ?? {};
  let schema = numberOf().integer();
  if (least !== undefined) schema = schema.min(least);
  if (most !== undefined) schema = schema.max(most);
  return schema.meta(meta(text, more));
}

/** `bounds`: most characters. */
export const text = (description?: string, more: More = {}) => {
  const { most } = more.bounds ?? {};
  return (most === undefined ? string() : string().max(most)).meta(meta(description, more));
};

export const flag = (description?: string, more: More = {}) => boolean().meta(meta(description, more));

/** Parts of an element, such as the points of a curve. */
export const list = <Part>(part: ISchema<Part, AnyObject>, description?: string, more: More = {}) => {
  const { least, most } = more.bounds ?? {};
  let schema = array(part);
  if (least !== undefined) schema = schema.min(least);
  if (most !== undefined) schema = schema.max(most);
  return schema.meta(meta(description, more));
};

/** JSON Schemas of a finite number, and of a list of them. */
const NUMBER = { type: 'number' };
const NUMBERS = { type: 'array', items: NUMBER };

/** Why a value is no number of a series, in the words of a finding. */
function wrongNumber(value: unknown, least: number, orNull: string) {
  if (value === null && orNull !== '') return undefined;
  if (typeof value !== 'number')
    return { type: 'float_type', message: `Input should be a valid number${orNull}` };
  if (!Number.isFinite(value)) return { type: 'finite_number', message: 'Input should be a finite number' };
  return value < least
    ? { type: 'greater_than_equal', message: `Input should be greater than or equal to ${least}` }
    : undefined;
}

/**
 * The first wrong number of a list, at its place. Numbers are checked in one test, not by a schema each: 2,000 loads x 168 h
 * would take half a second of the event loop.
 */
function checkNumbers(values: readonly unknown[], least: number, orNull: string, context: TestContext) {
  for (const [place, value] of values.entries()) {
    const wrong = wrongNumber(value, least, orNull);
    if (wrong) return context.createError({ ...wrong, path: `${context.path}[${place}]` });
  }
  return true;
}

const ANY = Number.NEGATIVE_INFINITY;

/**
 * One finite number, or one per hour, shape [horizon]. `bounds` are those of the number: of a list a solve says what cannot
 * be met. `profile`: text of the field `<name>_profile`, which clients may give in place of the list.
 */
export const varying = (unit: Unit, text: string, more: More = {}) => {
  const { least = ANY } = more.bounds ?? {};
  return varyingOf<number>(least, ANY, '', {
    unit,
    series: true,
    description: text,
    oneOf: [{ ...NUMBER, ...(least !== ANY && { minimum: least }) }, NUMBERS],
    ...meta(undefined, more),
  });
};

/** A limit that may be null: for all hours, or per hour, where it is at least 0. `none`: what stands for no limit in a list. */
export const varyingLimit = (unit: Unit, text: string, more: More = {}) =>
  varyingOf<number | null>(ANY, 0, ', or null for no limit', {
    unit,
    series: 'limits',
    description: text,
    oneOf: [NUMBER, { type: 'array', items: { type: ['number', 'null'], minimum: 0 } }],
    ...meta(undefined, more),
  }).nullable();

function varyingOf<V extends number | null>(
  least: number,
  leastOfHour: number,
  orNull: string,
  more: CustomSchemaMetadata,
) {
  return mixed<number | V[]>()
    .test('finite_numbers', (value: unknown, context) => {
      if (value === undefined || value === null) return true;
      if (Array.isArray(value)) return checkNumbers(value, leastOfHour, orNull, context);
      const wrong = wrongNumber(value, least, '');
      return wrong ? context.createError(wrong) : true;
    })
    .meta(more);
}

/** One finite number per hour, shape [horizon]. */
export const series = (
  unit: Unit,
  text: string,
  more: More = {},
): ArraySchema<number[] | undefined, object> =>
  seriesOf<number>(ANY, '', {
    unit,
    description: `${text}, one value per hour`,
    items: NUMBER,
    series: true,
    ...meta(undefined, more),
  });

/** One limit per hour, shape [horizon]: at least 0, and null for none. */
export const limits = (unit: Unit, text: string): ArraySchema<(number | null)[] | undefined, object> =>
  seriesOf<number | null>(0, ', or null for no limit', {
    unit,
    description: `${text}, one value per hour`,
    items: { type: ['number', 'null'], minimum: 0 },
    series: 'limits',
  });

const seriesOf = <V extends number | null>(least: number, orNull: string, more: CustomSchemaMetadata) =>
  array<object, V>()
    .test('finite_numbers', (values, context) =>
      values ? checkNumbers(values, least, orNull, context) : true,
    )
    .meta(more);
