/**
 * A schedule where the relaxation does not end in time: commitments by priority list until the dispatch of one has a
 * solution, first with what single hours lack, then with growing margins.
 */
import type { Instance } from '../../uc/instance.ts';
import { listedDispatch } from '../../uc/listed-dispatch.ts';
import { priorityList } from '../../uc/priority-list.ts';
import { startValues } from '../model/commitment-values.ts';
import { dispatchStart } from './kernels/fixed-dispatch.ts';
import type { FixedDispatch, Search } from './kernels/search-state.ts';

const MARGINS = [1, 1.1, 1.25, 1.5, 3] as const;
/** It is what there is when nothing else was found in time, and may take this long then, s. */
const LEAST_S = 0.5;

/** MW. */
const ROUNDING = 1e-6;

export async function listedSchedule(search: Search): Promise<FixedDispatch | undefined> {
  const { instance, formulation, clock } = search;
  const end = clock.elapsedS() + Math.max(LEAST_S, clock.leftS());
  const isOver = (): boolean => clock.elapsedS() >= end;
  const dispatched = (on: readonly (readonly number[])[]): FixedDispatch | undefined =>
    isUnbalanced(instance, on)
      ? undefined
      : dispatchStart({ ...search, start: startValues(instance, formulation, on) });
  const listed = await listedDispatch(instance, { isOver });
  let found = listed && dispatched(listed.on);
  for (const margin of MARGINS) {
    if (found || isOver()) return found;
    found = dispatched(priorityList(instance, { margin }));
  }
  return found;
}

/** Whether the units on give too little or too much for the load of some hour, whatever their ramps. */
function isUnbalanced(
  { units, periods, load, renewables, storage, unservedPrice, lossShares }: Instance,
  on: readonly (readonly number[])[],
): boolean {
  if (storage.length > 0 || unservedPrice !== undefined || lossShares) return false;
  const hours = Array.from({ length: periods }, (_, t) => t);
  const sum = (series: readonly (readonly number[])[], t: number): number =>
    series.reduce((mw, values) => mw + (values[t] ?? 0), 0);
  return hours.some((t) => {
    const demand = sum(load, t);
    let least = sum(
      renewables.map(({ p_min }) => p_min),
      t,
    );
    let most = sum(
      renewables.map(({ p_max }) => p_max),
      t,
    );
    for (const [g, { pMin, pMax, startupRamp, onBefore }] of units.entries()) {
      const count = on[g]?.[t] ?? 0;
      const wasOn = t > 0 ? (on[g]?.[t - 1] ?? 0) > 0 : onBefore;
      least += count * (pMin[t] ?? 0);
      most += count * ((wasOn ? pMax : startupRamp)[t] ?? 0);
    }
    return least > demand + ROUNDING || most < demand - ROUNDING;
  });
}
