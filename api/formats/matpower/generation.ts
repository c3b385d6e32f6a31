/** Converts rows of `gen` and `gencost` of a MATPOWER case to a unit. */

import { type CostCurve, chordsOf, clipped, convexHull, secant, toCurve } from '../base/cost-curve.ts';
import type { ReadGenerator } from '../base/thermal-unit.ts';
import { GEN, GENCOST, type Row } from './caseformat.ts';

const PIECEWISE = 1;
const POLYNOMIAL = 2;

/** Converts a unit. `high`: maximum output, MW. */
export function generation(name: string, row: Row, cost: Row | undefined, high: number): ReadGenerator {
  const low = row.at(GEN.pmin);
  if (low > high) row.refuse(GEN.pmin, `Should be at most Pmax ${high}`);
  const curve = cost ? activeCost(cost, low, high) : chordsOf(() => 0, low, high).curve;
  const shutdown = cost?.amount(GENCOST.shutdown) ?? 0;
  return {
    name,
    bus: row.at(GEN.bus),
    p_max: high,
    p_min: low,
    ...secant(curve),
    startup_cost: cost?.amount(GENCOST.startup) ?? 0,
    ...(shutdown > 0 && { shutdown_cost: shutdown }),
    ramp_up: ramp(row),
    ramp_down: ramp(row),
    min_uptime: 0,
    min_downtime: 0,
    initial_status: 1,
    ...(curve.length > 2 && { cost_curve: curve }),
  };
}

/** Ramp, MW/h, from the longest interval that the file states (30 min, 10 min or 1 min); 0 and Inf mean unlimited. */
function ramp(row: Row): number | null {
  const [perHalf, per10, perMinute] = [GEN.ramp30, GEN.ramp10, GEN.rampAgc].map((column) =>
    row.amount(column),
  ) as [number, number, number];
  const perHour = 2 * perHalf || 6 * per10 || 60 * perMinute;
  return perHour > 0 && Number.isFinite(perHour) ? perHour : null;
}

/** Cost curve of active power between two outputs, from a row of `gencost`. */
function activeCost(row: Row, low: number, high: number): CostCurve {
  const model = row.at(GENCOST.model);
  if (model === PIECEWISE) return convex(clipped(piecewise(row), low, high), row);
  if (model !== POLYNOMIAL) row.refuse(GENCOST.model, 'Should be 1 or 2');
  const coefficients = numbers(row, row.at(GENCOST.n));
  const { curve, words } = chordsOf((mw) => coefficients.reduce((sum, c) => sum * mw + c, 0), low, high);
  if (words !== undefined) row.notes().change('warning', 'polynomial', words);
  return convex(curve, row);
}

/** Reads `count` numbers, beginning at the first cost column; the rest of the row must be zeros. */
function numbers(row: Row, count: number): number[] {
  if (!Number.isInteger(count) || count < 1 || GENCOST.first + count > row.length)
    row.refuse(GENCOST.n, 'Counts more numbers than the row has');
  for (let column = GENCOST.first + count; column < row.length; column++)
    if (row.at(column) !== 0) row.refuse(column, `Should be 0, as the row has ${count} numbers`);
  return Array.from({ length: count }, (_, k) => row.at(GENCOST.first + k));
}

function piecewise(row: Row): CostCurve {
  const pairs = numbers(row, 2 * row.at(GENCOST.n));
  const every = (rest: number) => pairs.filter((_, k) => k % 2 === rest);
  return toCurve(every(0), every(1), row.path);
}

function convex(curve: CostCurve, row: Row): CostCurve {
  const hull = convexHull(curve);
  if (hull.length < curve.length)
    row.notes().change('warning', 'convex_hull', 'A cost that is not convex is its lower convex hull');
  return hull;
}
