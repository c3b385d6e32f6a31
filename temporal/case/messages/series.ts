/** Series by name with one value per hour, as in results. */
import { mixed, type TestContext } from 'yup';

/** Series by name, each with one value per hour. */
export type Series = Record<string, number[]>;
/** Series by name; null in hours without a value. */
export type PartialSeries = Record<string, (number | null)[]>;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Path and message of the first value that is not a list of numbers. `depth`: number of names in the path to a series.
 * `isPartial`: true if null counts as a number.
 */
function wrongIn(
  value: unknown,
  depth: number,
  path: string,
  isPartial: boolean,
): { path: string; message: string } | undefined {
  if (depth === 0) {
    if (!Array.isArray(value)) return { path, message: 'Input should be a valid list' };
    const wrong = value.findIndex((number) => !Number.isFinite(number) && !(isPartial && number === null));
    return wrong < 0 ? undefined : { path: `${path}[${wrong}]`, message: 'Input should be a finite number' };
  }
  if (!isObject(value)) return { path, message: 'Input should be a valid dictionary' };
  for (const [name, item] of Object.entries(value)) {
    const wrong = wrongIn(item, depth - 1, `${path}["${name.replaceAll('"', '')}"]`, isPartial);
    if (wrong) return wrong;
  }
  return undefined;
}

const isSeriesOf =
  (depth: number, isPartial = false) =>
  (value: unknown, { path, createError }: Pick<TestContext, 'path' | 'createError'>) => {
    const wrong = value === undefined || value === null ? undefined : wrongIn(value, depth, path, isPartial);
    return wrong ? createError(wrong) : true;
  };

export const series = (description: string) =>
  mixed<Series>((value): value is Series => isObject(value))
    .test('series', isSeriesOf(1))
    .meta({
      type: 'object',
      description,
      additionalProperties: { type: 'array', items: { type: 'number' } },
    });

export const partialSeries = (description: string) =>
  mixed<PartialSeries>((value): value is PartialSeries => isObject(value))
    .test('series', isSeriesOf(1, true))
    .meta({
      type: 'object',
      description,
      additionalProperties: { type: 'array', items: { type: ['number', 'null'] } },
    });

/** Schema of an object with two levels of names: element -> name -> series. */
export const record = <T>(description: string) =>
  mixed<Record<string, T>>((value): value is Record<string, T> => isObject(value))
    .test('series', isSeriesOf(2))
    .meta({
      type: 'object',
      description,
      additionalProperties: {
        type: 'object',
        additionalProperties: { type: 'array', items: { type: 'number' } },
      },
    });
