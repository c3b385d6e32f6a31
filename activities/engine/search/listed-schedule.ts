/**
 * A schedule where the relaxation does not end in time: commitments by priority list until the dispatch of one has a
 * solution, first with what single hours lack, then with growing margins.
 */
import { listedDispatch, shortages } from '../../uc/listed-dispatch.ts';
import { priorityList } from '../../uc/priority-list.ts';
import { startValues } from '../model/commitment-values.ts';
import { dispatchStart } from './kernels/fixed-dispatch.ts';
import type { FixedDispatch, Search } from './kernels/search-state.ts';

const MARGINS = [1, 1.1, 1.25, 1.5, 3] as const;
/** It is what there is when nothing else was found in time, and may take this long then, s. */
const LEAST_S = 0.5;

export async function listedSchedule(search: Search): Promise<FixedDispatch | undefined> {
  const { instance, formulation, clock } = search;
  const end = clock.elapsedS() + Math.max(LEAST_S, clock.leftS());
  const isOver = (): boolean => clock.elapsedS() >= end;
  const dispatched = (on: readonly (readonly number[])[]): FixedDispatch | undefined =>
    // Reserve may be short at a price, or come from others.
    instance.storage.length === 0 && shortages(instance, on, []).length > 0
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
