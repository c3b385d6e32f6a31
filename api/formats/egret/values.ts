/** Values of an Egret file: a number, or a series with one number per time key; lists of pairs; curves. */
import type { CostCurve } from '../base/cost-curve.ts';
import { type JsonObject, toSeries } from '../base/json-object.ts';
import { ImportError, type Place } from '../base/report.ts';

/** Points of a curve, states of a start. */
const MAX_PAIRS = 1000;
/** Chords of a polynomial that is no line. */
const CHORDS = 10;

/** Shape [1] of a number, [periods] of a series; a missing one is refused unless there is a fallback. */
export function valuesOf(object: JsonObject, name: string, periods: number, fallback?: number): number[] {
  const found = object.value(name);
  if (typeof found !== 'object') return [object.number(name, fallback)];
  const path = [...object.path, name, 'values'];
  const values = object.object(name).value('values');
  if (!Array.isArray(values)) throw new ImportError(path, 'Should be a list of numbers');
  return toSeries(values, periods, path);
}

/** Values of at least 0, as `valuesOf` reads them. */
export function amountsOf(object: JsonObject, name: string, periods: number, fallback?: number): number[] {
  const values = valuesOf(object, name, periods, fallback);
  const wrong = values.findIndex((value) => value < 0);
  if (wrong < 0) return values;
  const place = values.length > 1 ? [name, 'values', wrong] : [name];
  throw new ImportError([...object.path, ...place], 'Should be 0 or more');
}

/** A number, at least 0. */
export const amountOf = (object: JsonObject, name: string, fallback?: number): number =>
  amountsOf(object, name, 1, fallback)[0] ?? 0;

/** Pairs: output and cost, or hours off and what a start takes then. The first of each ascends. */
export function pairsOf(found: unknown, path: Place): (readonly [number, number])[] {
  if (!Array.isArray(found) || found.length > MAX_PAIRS)
    throw new ImportError(path, `Should be a list of at most ${MAX_PAIRS} pairs`);
  let before = Number.NEGATIVE_INFINITY;
  return found.map((pair, k) => {
    const [first, second] = Array.isArray(pair) ? pair : [];
    if (!Number.isFinite(first) || !Number.isFinite(second))
      throw new ImportError([...path, k], 'Should be a pair of numbers');
    if (first <= before) throw new ImportError([...path, k], 'Should ascend');
    before = first;
    return [first, second] as const;
  });
}

/** A curve of pairs, or of coefficients by their power, between two outputs in MW. */
export function curveOf(curve: JsonObject, low: number, high: number): CostCurve {
  const values = curve.value('values');
  if (Array.isArray(values))
    return pairsOf(values, curve.place('values')).map(([mw, usd_per_h]) => ({ mw, usd_per_h }));
  const powers = curve.object('values');
  const terms = powers.names().map((power) => [Number(power), powers.number(power)] as const);
  const isLine = terms.every(([power, factor]) => power <= 1 || factor === 0);
  const at = (mw: number): number => terms.reduce((sum, [power, factor]) => sum + factor * mw ** power, 0);
  const chords = high <= low ? 0 : isLine ? 1 : CHORDS;
  return Array.from({ length: chords + 1 }, (_, k) => {
    const mw = chords === 0 ? low : low + ((high - low) * k) / chords;
    return { mw, usd_per_h: at(mw) };
  });
}
