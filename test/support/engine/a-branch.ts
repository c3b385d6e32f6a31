/** A branch for tests in which only its bound matters. */
import type { Branch } from '../../../activities/engine/search/branching/branch-relaxations.ts';

const NONE = new Float64Array();

export const aBranch = (bound: number): Branch => ({
  bounds: { lower: NONE, upper: NONE },
  bound,
  counts: [],
  rows: [],
  duals: NONE,
  basis: undefined,
  depth: 1,
});
