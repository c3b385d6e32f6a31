/** The levers of a line: its rating, and what it may carry after a contingency. */
import type { Line } from '../../../temporal/messages/network.ts';
import { type Lever, RANK } from './lever.ts';

export function lineLevers({ id, rating_mw, emergency_rating_mw }: Line, mostMw: number) {
  const rating: Lever = {
    element_type: 'line',
    element_id: id,
    hour: null,
    field: 'rating_mw',
    from: rating_mw ?? null,
    direction: 1,
    most: mostMw,
    weight: 1,
    rank: RANK.network,
    integer: false,
    code: 'LINE_LIMIT',
  };
  const own = emergency_rating_mw
    ? { field: 'emergency_rating_mw', from: emergency_rating_mw }
    : { field: 'rating_mw', from: rating_mw ?? null };
  const emergency: Lever = { ...rating, ...own, code: 'CONTINGENCY_LIMIT' };
  return { normal: rating, emergency };
}
