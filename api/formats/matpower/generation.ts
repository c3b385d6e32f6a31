/** A row of `gen` of a MATPOWER case -> a unit, or the load that may be left unserved at a price. */
import type { Generator } from '../../../temporal/case/messages/generator.ts';
import type { Load, Renewable } from '../../../temporal/case/messages/resources.ts';
import { type CostCurve, secant } from '../base/cost-curve.ts';
import type { ReportBuilder } from '../base/report.ts';
import { activeCost } from './active-cost.ts';
import { GEN, GENCOST, type Row } from './caseformat.ts';

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
