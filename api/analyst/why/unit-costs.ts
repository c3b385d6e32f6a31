/**
 * What one unit costs over the horizon, $: energy and no-load of each hour that it is on, or its convex curve
 * (the largest of its chords), and the category of each start by the hours off before it.
 */
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
    energy_usd: sum(running.map((mw) => energyCost(unit, mw))),
    no_load_usd: unit.cost_curve ? 0 : running.length * unit.no_load_cost,
    startup_usd: startupCosts(unit, on, started),
    energy_mwh: sum(output),
    hours_on: sum(on),
    starts: sum(started),
  };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** $/h. */
function energyCost({ cost_curve: curve, marginal_cost }: Generator, mw: number): number {
  const [first, ...others] = curve ?? [];
  if (!first) return marginal_cost * mw;
  if (others.length === 0) return first.usd_per_h + marginal_cost * (mw - first.mw);
  const chords = others.map((right, k) => {
    const left = curve?.[k] ?? first;
    const slope = (right.usd_per_h - left.usd_per_h) / (right.mw - left.mw);
    return left.usd_per_h + slope * (mw - left.mw);
  });
  return Math.max(...chords);
}

function startupCosts(unit: Generator, on: readonly number[], started: readonly number[]): number {
  let cost = 0;
  let hoursOff = Math.max(0, -unit.initial_status);
  for (const [t, state] of on.entries()) {
    if (started[t] === 1) cost += startupCost(unit, hoursOff);
    hoursOff = state === 1 ? 0 : hoursOff + 1;
  }
  return cost;
}

function startupCost({ startup_categories: tiers, startup_cost }: Generator, hoursOff: number): number {
  const passed = tiers?.findLast(({ lag_h }) => lag_h <= hoursOff);
  return (passed ?? tiers?.[0])?.cost_usd ?? startup_cost;
}
