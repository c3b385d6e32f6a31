/**
 * A schedule where the relaxation does not end in time: commitments by priority list with growing margins until the
 * dispatch of one has a solution.
 */
import { priorityList } from '../uc/priority-list.ts';
import { dispatchStart } from './fixed-dispatch.ts';
import type { FixedDispatch, Search } from './search-state.ts';
import { startValues } from './start-values.ts';

const MARGINS = [1, 1.1, 1.25, 1.5, 3] as const;
/** It is what there is when nothing else was found in time, and may take this long then, s. */
const LEAST_S = 0.5;

export function listedSchedule(search: Search): FixedDispatch | undefined {
  const { instance, formulation, clock } = search;
  const end = clock.elapsedS() + Math.max(LEAST_S, clock.leftS());
  for (const margin of MARGINS) {
    const start = startValues(instance, formulation, priorityList(instance, margin));
    const found = dispatchStart({ ...search, start });
    if (found) return found;
    if (clock.elapsedS() >= end) return undefined;
  }
  return undefined;
}
