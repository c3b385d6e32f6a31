/** A row of `gencost` of a MATPOWER case -> the production cost of active power between two outputs. */
import { type CostCurve, convexHull, costAt, toCurve } from '../base/cost-curve.ts';
import { ImportError } from '../base/import-error.ts';
import type { ReportBuilder } from '../base/report.ts';
import { GENCOST, type Row } from './caseformat.ts';

const PIECEWISE = 1;
const POLYNOMIAL = 2;
/** Chords of a curve that is no line. */
const CHORDS = 10;

export function activeCost(
  row: Row | undefined,
  low: number,
  high: number,
  report: ReportBuilder,
): CostCurve {
  if (!row) return sampled(() => 0, low, high, 1);
  const model = row.at(GENCOST.model);
  if (model === PIECEWISE) return convex(clipped(piecewise(row), low, high), row, report);
  if (model !== POLYNOMIAL) throw new ImportError([...row.path, GENCOST.model], 'Should be 1 or 2');
  const coefficients = numbers(row, GENCOST.n, row.at(GENCOST.n));
  const isLine = coefficients.slice(0, -2).every((c) => c === 0);
  if (!isLine && high > low)
    report.change('warning', 'polynomial', `A polynomial cost is ${CHORDS} chords of it`, row.path);
  const cost = (mw: number): number => coefficients.reduce((sum, c) => sum * mw + c, 0);
  return convex(sampled(cost, low, high, isLine ? 1 : CHORDS), row, report);
}

/** `count` numbers from the first cost column on. */
function numbers(row: Row, field: number, count: number): number[] {
  if (!Number.isInteger(count) || count < 1 || GENCOST.first + count > row.length)
    throw new ImportError([...row.path, field], 'Counts more numbers than the row has');
  return Array.from({ length: count }, (_, k) => row.at(GENCOST.first + k));
}

function piecewise(row: Row): CostCurve {
  const pairs = numbers(row, GENCOST.n, 2 * row.at(GENCOST.n));
  const every = (rest: number) => pairs.filter((_, k) => k % 2 === rest);
  return toCurve(every(0), every(1), row.path);
}

/** The part between two outputs, its ends extended. */
function clipped(curve: CostCurve, low: number, high: number): CostCurve {
  const inner = curve.map(({ mw }) => mw).filter((mw) => mw > low && mw < high);
  const mw = high > low ? [low, ...inner, high] : [low];
  return mw.map((output) => ({ mw: output, usd_per_h: costAt(curve, output) }));
}

function sampled(cost: (mw: number) => number, low: number, high: number, chords: number): CostCurve {
  if (high <= low) return [{ mw: low, usd_per_h: cost(low) }];
  return Array.from({ length: chords + 1 }, (_, k) => {
    const mw = k === chords ? high : low + ((high - low) * k) / chords;
    return { mw, usd_per_h: cost(mw) };
  });
}

function convex(curve: CostCurve, row: Row, report: ReportBuilder): CostCurve {
  const hull = convexHull(curve);
  if (hull.length < curve.length)
    report.change('warning', 'convex_hull', 'A cost that is not convex is its lower convex hull', row.path);
  return hull;
}
