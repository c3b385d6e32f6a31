/** Slopes of the production cost of a unit just below and just above an output, $/MWh; the same inside a segment. */

import { costChords } from '../../../temporal/case/arithmetic/unit-cost.ts';
import type { Generator } from '../../../temporal/case/messages/generator.ts';

/** Outputs closer to a point of the curve than this are at it, MW. */
const AT_POINT_MW = 1e-3;

export interface Slopes {
  readonly below: number;
  readonly above: number;
}

export function costSlopes(unit: Generator, mw: number): Slopes {
  const all = costChords(unit);
  const below = all.findLast(({ from }) => from < mw - AT_POINT_MW) ?? all[0];
  const above = all.find(({ to }) => to > mw + AT_POINT_MW) ?? all.at(-1);
  return { below: below?.slope ?? 0, above: above?.slope ?? 0 };
}
