/** Whole numbers from the least up, a step apart; the largest is a level only if a step ends there. */
import type { Variable } from '../../../temporal/messages/matrix.ts';
import type { Axis } from './axis.ts';

export function integerAxis({ min = 0, max = min, step = 1 }: Variable): Axis {
  const count = Math.floor((max - min) / step) + 1;
  const level = (index: number): number => min + index * step;
  return { count, level, at: (share) => level(Math.floor(share * count)) };
}
