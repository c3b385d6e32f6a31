/**
 * Load that may go unserved: at each bus the cheapest is shed first, never more than the bus draws, and of a load no more than it
 * draws itself.
 */
import type { JudgedLoad } from './case.ts';
import type { Schedule } from './schedule.ts';
import { at } from './series.ts';

/** What may be shed at a price, MW and $/MWh. */
export interface ShedStep {
  readonly mw: number;
  readonly price: number;
}

/** Whether any load of a case may be shed. */
export const mayShed = (loads: readonly JudgedLoad[]): boolean => loads.some(isSheddable);

export const isSheddable = (load: JudgedLoad): boolean =>
  load.unserved_energy_usd_per_mwh.some(Number.isFinite);

const NONE: readonly ShedStep[] = [];

/** The cheapest first; none where all load is served. */
export function shedSteps(
  { load, sheddable }: Pick<Schedule, 'load' | 'sheddable'>,
  bus: number,
  hour: number,
): readonly ShedStep[] {
  const loads = sheddable[bus] ?? [];
  if (loads.length === 0) return NONE;
  let left = Math.max(0, at(load[bus] ?? [], hour));
  const steps: ShedStep[] = [];
  for (const { mw, price } of offers(loads, hour)) {
    const part = Math.max(0, Math.min(mw, left));
    if (part > 0) steps.push({ mw: part, price });
    left -= part;
  }
  return steps;
}

const offers = (loads: readonly JudgedLoad[], hour: number): ShedStep[] =>
  loads
    .map((load) => ({ mw: at(load.values, hour), price: at(load.unserved_energy_usd_per_mwh, hour) }))
    .filter(({ price }) => Number.isFinite(price))
    .sort((a, b) => a.price - b.price);

/** The most that may be shed at a bus, MW. */
export const mostShed = (steps: readonly ShedStep[]): number => steps.reduce((sum, { mw }) => sum + mw, 0);

/** The least that it costs to shed so many MW, $; what is above the steps, which another check refuses, costs as the dearest. */
export function shedCost(steps: readonly ShedStep[], mw: number): number {
  let [usd, left] = [0, mw];
  for (const [k, step] of steps.entries()) {
    const shed = k === steps.length - 1 ? left : Math.min(step.mw, left);
    usd += shed * step.price;
    left -= shed;
  }
  return usd;
}
