/** What a schedule changes of each unit against its base, the largest change of cost first. */
import {
  productionCost,
  shutdownCosts,
  startupCosts,
  totalCost,
} from '../../../temporal/case/arithmetic/unit-cost.ts';
import type { Generator } from '../../../temporal/case/messages/generator.ts';
import type { SolveResult } from '../../../temporal/case/messages/result.ts';
import { round, roundUsd } from './sentences.ts';

export interface UnitChange {
  readonly generator: string;
  readonly base_cost_usd: number;
  readonly cost_usd: number;
  readonly base_energy_usd: number;
  readonly energy_usd: number;
  readonly base_no_load_usd: number;
  readonly no_load_usd: number;
  readonly base_startup_usd: number;
  readonly startup_usd: number;
  readonly base_energy_mwh: number;
  readonly energy_mwh: number;
  readonly base_hours_on: number;
  readonly hours_on: number;
  readonly base_starts: number;
  readonly starts: number;
}

/**
 * Costs of units are per interval, of which there are `perHour` in an hour. `after`: the units as the alternative has them, by name; one that it lacks costs and does nothing there.
 */
export function unitChanges(
  before: readonly Generator[],
  after: readonly Generator[],
  base: SolveResult,
  alternative: SolveResult,
  perHour: number,
): UnitChange[] {
  const units = new Map(after.map((unit) => [unit.name, unit]));
  const costs = (unit: Generator, result: SolveResult): UnitCosts => unitCosts(unit, result, perHour);
  return before
    .map((unit) => change(unit, costs(unit, base), costs(units.get(unit.name) ?? unit, alternative)))
    .sort((a, b) => size(b) - size(a));
}

/** The unit costs or gives something else than in the base. */
export const isChange = ({ base_cost_usd, cost_usd, base_energy_mwh, energy_mwh }: UnitChange): boolean =>
  base_cost_usd !== cost_usd || base_energy_mwh !== energy_mwh;

const size = ({ base_cost_usd, cost_usd }: UnitChange): number => Math.abs(cost_usd - base_cost_usd);

const costOf = (costs: UnitCosts): number => totalCost(costs);

const change = ({ name: generator }: Generator, from: UnitCosts, to: UnitCosts): UnitChange => ({
  generator,
  base_cost_usd: roundUsd(costOf(from)),
  cost_usd: roundUsd(costOf(to)),
  base_energy_usd: roundUsd(from.energy_usd),
  energy_usd: roundUsd(to.energy_usd),
  base_no_load_usd: roundUsd(from.no_load_usd),
  no_load_usd: roundUsd(to.no_load_usd),
  base_startup_usd: roundUsd(from.startup_usd),
  startup_usd: roundUsd(to.startup_usd),
  base_energy_mwh: round(from.energy_mwh),
  energy_mwh: round(to.energy_mwh),
  base_hours_on: from.hours_on,
  hours_on: to.hours_on,
  base_starts: from.starts,
  starts: to.starts,
});

interface UnitCosts {
  readonly energy_usd: number;
  readonly no_load_usd: number;
  readonly startup_usd: number;
  readonly shutdown_usd: number;
  readonly energy_mwh: number;
  readonly hours_on: number;
  readonly starts: number;
}

type Scheduled = Pick<SolveResult, 'commitment' | 'dispatch_mw' | 'startup'>;

/** What one unit costs over the horizon; energy, hours and starts beside it. */
export function unitCosts(
  unit: Generator,
  { commitment, dispatch_mw, startup }: Scheduled,
  perHour = 1,
): UnitCosts {
  const on = commitment[unit.name] ?? [];
  const output = dispatch_mw[unit.name] ?? [];
  const running = output.filter((_, t) => on[t] === 1);
  const started = startup[unit.name] ?? [];
  return {
    energy_usd: sum(running.map((mw) => productionCost(unit, mw).energy)),
    no_load_usd: unit.cost_curve ? 0 : running.length * unit.no_load_cost,
    startup_usd: startupCosts(unit, { commitment: on, startup: started }),
    shutdown_usd: shutdownCosts(unit, { commitment: on, startup: started }),
    energy_mwh: sum(output) / perHour,
    hours_on: sum(on),
    starts: sum(started),
  };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
