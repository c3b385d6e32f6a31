/**
 * A commitment by priority list (Wood, Wollenberg, Sheblé, Power Generation, Operation and Control, 2013, 4.2): in
 * each hour the units with the cheapest MWh at full output, until they cover load and reserve with a margin; then
 * each unit as near to that as its minimum times and bounds allow. Found in no time, and rarely far from feasible.
 */

import { amountAt } from '../../temporal/case/arithmetic/series.ts';
import type { Instance, Unit } from './instance.ts';
import { nearestCommitment } from './nearest-commitment.ts';
import { fullLoadPrice } from './unit-cost.ts';

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** `margin`: capacity on line by load and reserve; 0 or 1, of equal units all or none; shape [units][T]. */
export function priorityList({ units, periods, ...system }: Instance, margin: number): number[][] {
  const wanted = units.map(() => new Array<number>(periods).fill(0));
  for (let t = 0; t < periods; t++) {
    for (const g of chosen(units, t, system, margin)) {
      const hours = wanted[g];
      if (hours) hours[t] = 1;
    }
  }
  return units.map((unit, g) => {
    const bridged = withoutShortStops(wanted[g] ?? [], unit.minDowntime);
    return (nearestCommitment(unit, bridged) ?? bridged).map((on) => on * unit.count);
  });
}

type System = Pick<Instance, 'load' | 'requirements' | 'renewables'>;

/** Positions of the units that are on in hour t. */
function chosen(
  units: readonly Unit[],
  t: number,
  { load, requirements, renewables }: System,
  margin: number,
): number[] {
  const demand = sum(load.map((mw) => amountAt(mw, t)));
  const renewable = sum(renewables.map(({ p_max }) => amountAt(p_max, t)));
  const needed = margin * (demand - renewable) + sum(requirements.map((mw) => amountAt(mw, t)));
  const found: number[] = [];
  let capacity = 0;
  let least = 0;
  for (const g of cheapestFirst(units, t)) {
    const unit = units[g];
    if (!unit?.mayBeOn[t]) continue;
    const isNeeded = capacity < needed && least + unit.count * amountAt(unit.pMin, t) <= demand;
    if (!isNeeded && !unit.mustBeOn[t]) continue;
    found.push(g);
    capacity += unit.count * amountAt(unit.pMax, t);
    least += unit.count * amountAt(unit.pMin, t);
  }
  return found;
}

const cheapestFirst = (units: readonly Unit[], t: number): number[] => {
  const prices = units.map((unit) => (unit.mustBeOn[t] ? -Infinity : fullLoadPrice(unit, t)));
  return [...units.keys()].sort((a, b) => amountAt(prices, a) - amountAt(prices, b) || a - b);
};

/** Stays on where it would be off for less than its minimum down time. */
function withoutShortStops(on: readonly number[], minDowntime: number): number[] {
  const bridged = [...on];
  let last = -1;
  for (const [t, isOn] of on.entries()) {
    if (!isOn) continue;
    if (last >= 0 && t - last - 1 < minDowntime) bridged.fill(1, last + 1, t);
    last = t;
  }
  return bridged;
}
