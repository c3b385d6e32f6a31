/** Values of an Egret file: numbers, series with one number per time key, lists of pairs, curves. */
import { outputLimit } from '../base/conventions.ts';
import { type CostCurve, chordsOf } from '../base/cost-curve.ts';
import { type JsonObject, toSeries } from '../base/json-object.ts';
import { ImportError, type Place } from '../base/report.ts';

/** Maximum number of points of a curve or states of a start. */
const MAX_PAIRS = 1000;

/** Reads a number, shape [1], or a series, shape [periods]. A missing value is refused unless there is a fallback. */
export const valuesOf = (object: JsonObject, name: string, periods: number, fallback?: number): number[] =>
  typeof object.value(name) === 'object'
    ? toSeries(listOf(object, name), periods, [...object.path, name, 'values'])
    : [object.number(name, fallback)];

/** Maximum outputs in one of the two shapes of `valuesOf`. `most`: bound of an unlimited output, MW. */
export function limitsOf(object: JsonObject, name: string, periods: number, most: () => number): number[] {
  const limit = (mw: number): number => outputLimit(mw, most, object.at(name));
  if (typeof object.value(name) !== 'object') return [limit(object.limit(name))];
  const finite = listOf(object, name).map((mw) => (mw === Number.POSITIVE_INFINITY ? limit(mw) : mw));
  return toSeries(finite, periods, [...object.path, name, 'values']);
}

function listOf(object: JsonObject, name: string): unknown[] {
  const series = object.object(name);
  series.text('data_type', '');
  const values = series.value('values');
  if (Array.isArray(values)) return values;
  throw new ImportError([...object.path, name, 'values'], 'Should be a list of numbers');
}

/** Values of at least 0, in one of the two shapes of `valuesOf`. */
export function amountsOf(object: JsonObject, name: string, periods: number, fallback?: number): number[] {
  const values = valuesOf(object, name, periods, fallback);
  const wrong = values.findIndex((value) => value < 0);
  if (wrong < 0) return values;
  const place = values.length > 1 ? [name, 'values', wrong] : [name];
  throw new ImportError([...object.path, ...place], 'Should be 0 or more');
}

/** A number of at least 0. */
export const amountOf = (object: JsonObject, name: string, fallback?: number): number =>
  amountsOf(object, name, 1, fallback)[0] ?? 0;

/** Pairs of output and cost, or of hours off and startup fuel or cost. The first numbers of the pairs ascend. */
export function pairsOf(value: unknown, path: Place): (readonly [number, number])[] {
  if (!Array.isArray(value) || value.length > MAX_PAIRS)
    throw new ImportError(path, `Should be a list of at most ${MAX_PAIRS} pairs`);
  let before = Number.NEGATIVE_INFINITY;
  return value.map((pair, k) => {
    const [first, second] = Array.isArray(pair) ? pair : [];
    if (!Number.isFinite(first) || !Number.isFinite(second))
      throw new ImportError([...path, k], 'Should be a pair of numbers');
    if (first <= before) throw new ImportError([...path, k], 'Should ascend');
    before = first;
    return [first, second] as const;
  });
}

/** Cost curve between two outputs, MW. The file has pairs, or polynomial coefficients by exponent. */
export function curveOf(curve: JsonObject, low: number, high: number): CostCurve {
  curve.text('data_type', '');
  curve.text('cost_curve_type', '');
  curve.text('fuel_curve_type', '');
  const values = curve.value('values');
  if (Array.isArray(values))
    return pairsOf(values, curve.place('values')).map(([mw, usd_per_h]) => ({ mw, usd_per_h }));
  const powers = curve.object('values');
  const terms = powers.names().map((power) => [Number(power), powers.number(power)] as const);
  for (const [power] of terms)
    if (!Number.isInteger(power) || power < 0) powers.refuse(String(power), 'Should be a whole power');
  const cost = (mw: number): number => terms.reduce((sum, [power, factor]) => sum + factor * mw ** power, 0);
  const { curve: chords, words } = chordsOf(cost, low, high);
  if (words !== undefined) curve.change('warning', 'polynomial', words, 'values');
  return chords;
}
