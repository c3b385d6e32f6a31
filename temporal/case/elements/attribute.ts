/**
 * Builders of attributes. An attribute is the yup schema of one field together with the field's row in the table of
 * elements (`RowOf`). Types are inferred from the schema, and all code that derives something from the table reads the
 * schema. `required`, `nullable` and `defined` are methods of yup.
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
  /** Exclusive lower bound. */
  readonly above?: number;
  readonly below?: number;
}

/** Options of an attribute besides its unit and description. Rarer options have separate builders. */
type More = CustomSchemaMetadata & { readonly bounds?: Bounds };

const meta = (text: string | undefined, { bounds: _, ...more }: More) => ({
  ...(text !== undefined && { description: text }),
  ...more,
});

/** A finite number. */
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

/** A whole number that is not a quantity, such as the number of a bus. */
export function whole(text?: string, more: More = {}) {
  const { least, most } = more.bounds ?? {};
  let schema = numberOf().integer();
  if (least !== undefined) schema = schema.min(least);
  if (most !== undefined) schema = schema.max(most);
  return schema.meta(meta(text, more));
}

/** A text. `bounds`: largest number of characters. */
export const text = (description?: string, more: More = {}) => {
  const { most } = more.bounds ?? {};
  return (most === undefined ? string() : string().max(most)).meta(meta(description, more));
};

export const flag = (description?: string, more: More = {}) => boolean().meta(meta(description, more));

/** A list of parts of an element, such as the points of a curve. */
export const list = <Part>(part: ISchema<Part, AnyObject>, description?: string, more: More = {}) => {
  const { least, most } = more.bounds ?? {};
  let schema = array(part);
  if (least !== undefined) schema = schema.min(least);
  if (most !== undefined) schema = schema.max(most);
  return schema.meta(meta(description, more));
};

/** JSON Schemas of a finite number, of a list of them, and of a condition. */
const NUMBER = { type: 'number' };
const NUMBERS = { type: 'array', items: NUMBER };
const AMOUNT = { ...NUMBER, minimum: 0 };
const FLAG = { type: 'boolean' };

/** Finding for a value that is not a valid number in a series. */
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
 * Reports the first invalid number of a list, with its position. A single test checks all numbers, because a schema for each
 * would block the event loop for half a second with 2,000 loads x 168 h.
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
 * A finite number, or one number per hour, shape [horizon]. `bounds` apply to a single number; limits in a list that
 * cannot be met are reported by the solve. `profile`: description of the field `<name>_profile`, in which clients may
 * give the list instead.
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

/** A number of at least 0 for all hours, or one per hour, shape [horizon]. */
export const varyingAmount = (unit: Unit, text: string) =>
  varyingOf<number>(0, 0, '', {
    unit,
    series: true,
    description: text,
    oneOf: [AMOUNT, { type: 'array', items: AMOUNT }],
  });

/** A condition for all hours, or per hour, shape [horizon]. */
export const varyingFlag = (text: string) =>
  mixed<boolean | boolean[]>()
    .test('bool_type', 'Input should be a valid boolean', (value: unknown, context) => {
      const wrong = [value].flat().findIndex((each) => typeof each !== 'boolean');
      if (value === undefined || value === null || wrong < 0) return true;
      const place = Array.isArray(value) ? `[${wrong}]` : '';
      return context.createError({ path: `${context.path}${place}` });
    })
    .meta({ series: true, description: text, oneOf: [FLAG, { type: 'array', items: FLAG }] });

/**
 * A limit that may be null: one for all hours, or one per hour. In a list, a limit is at least 0. `none`: value in a
 * list that means no limit.
 */
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

/**
 * A limit that may be negative: null for no limit, one number for all hours, or a list by hour, whose items may be
 * null.
 */
export const signedLimit = (unit: Unit, text: string) =>
  varyingOf<number | null>(ANY, ANY, ', or null for no limit', {
    unit,
    series: true,
    description: text,
    oneOf: [NUMBER, { type: 'array', items: { type: ['number', 'null'] } }],
  }).nullable();

/** A series: one finite number per hour, shape [horizon]. */
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

/** A series of limits: one per hour, shape [horizon], each at least 0, or null for no limit. */
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
