/** Rows of `gen` and `gencost` of a MATPOWER case -> a unit, or the load that may be left unserved at a price. */
import type { Generator } from '../../../temporal/case/messages/generator.ts';
import type { Load, Renewable } from '../../../temporal/case/messages/resources.ts';
import { type CostCurve, clipped, convexHull, secant, toCurve } from '../base/cost-curve.ts';
import { ImportError, type ReportBuilder } from '../base/report.ts';
import { GEN, GENCOST, type Row } from './caseformat.ts';

const PIECEWISE = 1;
const POLYNOMIAL = 2;
/** Chords of a curve that is no line. */
const CHORDS = 10;

export interface Generation {
  readonly generators: Generator[];
  readonly loads: Load[];
  readonly renewables: Renewable[];
}

export function generation(
  name: string,
  row: Row,
  cost: Row | undefined,
  periods: number,
  report: ReportBuilder,
): Generation {
  const [low, high] = [row.at(GEN.pmin), row.at(GEN.pmax)];
  const curve = activeCost(cost, low, high, report);
  const bus = row.at(GEN.bus);
  if (low < 0 && high <= 0) {
    const message = 'A unit that only consumes is a load, and sources that take it away at its price';
    report.change('info', 'dispatchable_load', message, row.path);
    return dispatchableLoad(name, bus, curve, periods);
  }
  const unit: Generator = {
    name,
    bus,
    p_max: high,
    p_min: low,
    ...secant(curve),
    startup_cost: cost?.at(GENCOST.startup) ?? 0,
    ...(cost && cost.at(GENCOST.shutdown) > 0 && { shutdown_cost: cost.at(GENCOST.shutdown) }),
    ramp_up: ramp(row),
    ramp_down: ramp(row),
    min_uptime: 0,
    min_downtime: 0,
    initial_status: 1,
    ...(curve.length > 2 && { cost_curve: curve }),
  };
  return { generators: [unit], loads: [], renewables: [] };
}

/** MW/h from the longest span that the row has a ramp for: 30 min, 10 min, 1 min; 0 = none. */
function ramp(row: Row): number | null {
  const [perHalf, per10, perMinute] = [row.at(GEN.ramp30), row.at(GEN.ramp10), row.at(GEN.rampAgc)];
  return 2 * perHalf || 6 * per10 || 60 * perMinute || null;
}

/** Consumption from -high to -low; every chord of the cost is a source with the slope as its price. */
function dispatchableLoad(name: string, bus: number, curve: CostCurve, periods: number): Generation {
  const constant = (mw: number): number[] => new Array<number>(periods).fill(mw);
  const chords = curve.slice(1).map((right, k) => [curve[k] ?? right, right] as const);
  return {
    generators: [],
    loads: [{ bus, values: constant(-(curve[0]?.mw ?? 0)) }],
    renewables: chords.map(([left, right], k) => ({
      name: chords.length === 1 ? name : `${name}-${k + 1}`,
      bus,
      p_min: constant(0),
      p_max: constant(right.mw - left.mw),
      marginal_cost: (right.usd_per_h - left.usd_per_h) / (right.mw - left.mw),
    })),
  };
}

/** The production cost of active power between two outputs, from a row of `gencost`. */
function activeCost(row: Row | undefined, low: number, high: number, report: ReportBuilder): CostCurve {
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
