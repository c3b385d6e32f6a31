/** Limit of a line, MW; Infinity when it has none or may be overloaded at a price. */
import type { Line } from '../../temporal/messages/network.ts';

export function hardRating(line: Line, state: 'normal' | 'emergency'): number {
  if (line.penalty_usd_per_mwh !== undefined) return Number.POSITIVE_INFINITY;
  const normal = line.rating_mw || Number.POSITIVE_INFINITY;
  return state === 'normal' ? normal : line.emergency_rating_mw || normal;
}
