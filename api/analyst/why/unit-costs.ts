/**
 * What one unit costs over the horizon, $: energy and no-load of each hour that it is on, or its convex curve
 * (the largest of its chords), and the category of each start by the hours off before it.
 */
import { productionCost, startupCosts } from '../../../temporal/case/arithmetic/unit-cost.ts';
import type { Generator } from '../../../temporal/case/messages/generator.ts';
import type { SolveResult } from '../../../temporal/case/messages/result.ts';

export interface UnitCosts {
  readonly energy_usd: number;
  readonly no_load_usd: number;
  readonly startup_usd: number;
  readonly energy_mwh: number;
  readonly hours_on: number;
  readonly starts: number;
}

type Scheduled = Pick<SolveResult, 'commitment' | 'dispatch_mw' | 'startup'>;

export function unitCosts(unit: Generator, { commitment, dispatch_mw, startup }: Scheduled): UnitCosts {
  const on = commitment[unit.name] ?? [];
  const output = dispatch_mw[unit.name] ?? [];
  const running = output.filter((_, t) => on[t] === 1);
  const started = startup[unit.name] ?? [];
  return {
    energy_usd: sum(running.map((mw) => productionCost(unit, mw).energy)),
    no_load_usd: unit.cost_curve ? 0 : running.length * unit.no_load_cost,
    startup_usd: startupCosts(unit, { commitment: on, startup: started }),
    energy_mwh: sum(output),
    hours_on: sum(on),
    starts: sum(started),
  };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
