/**
 * Load that may go unserved. At each bus the cheapest load is shed first. Each load is shed at most in full, and all
 * loads together by at most the load of the bus.
 */
import type { JudgedLoad } from './case.ts';
import type { Schedule } from './schedule.ts';
import { at } from './series.ts';

/** Load that may be shed at a price, MW and $/MWh. */
export interface ShedStep {
  readonly mw: number;
  readonly price: number;
}

/** Whether any load of a case may be shed. */
export const mayShed = (loads: readonly JudgedLoad[]): boolean => loads.some(isSheddable);

export const isSheddable = (load: JudgedLoad): boolean =>
  load.unserved_energy_usd_per_mwh.some(Number.isFinite);

const NONE: readonly ShedStep[] = [];

/** Load that may be shed at a bus, cheapest first; empty where all load must be served. */
export function shedSteps(
  { load, sheddable }: Pick<Schedule, 'load' | 'sheddable'>,
  bus: number,
  hour: number,
): readonly ShedStep[] {
  const loads = sheddable[bus] ?? [];
  if (loads.length === 0) return NONE;
  let remaining = Math.max(0, at(load[bus] ?? [], hour));
  const steps: ShedStep[] = [];
  for (const { mw, price } of offers(loads, hour)) {
    const part = Math.max(0, Math.min(mw, remaining));
    if (part > 0) steps.push({ mw: part, price });
    remaining -= part;
  }
  return steps;
}

const offers = (loads: readonly JudgedLoad[], hour: number): ShedStep[] =>
  loads
    .map((load) => ({ mw: at(load.values, hour), price: at(load.unserved_energy_usd_per_mwh, hour) }))
    .filter(({ price }) => Number.isFinite(price))
    .sort((a, b) => a.price - b.price);

/** Largest load that may be shed at a bus, MW. */
export const mostShed = (steps: readonly ShedStep[]): number => steps.reduce((sum, { mw }) => sum + mw, 0);

/**
 * Least cost of shedding `mw`, $; MW beyond the steps, which another check refuses, cost as much as the dearest step.
 */
export function shedCost(steps: readonly ShedStep[], mw: number): number {
  let [usd, remaining] = [0, mw];
  for (const [k, step] of steps.entries()) {
    const shed = k === steps.length - 1 ? remaining : Math.min(step.mw, remaining);
    usd += shed * step.price;
    remaining -= shed;
  }
  return usd;
}
