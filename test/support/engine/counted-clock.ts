/** A clock that advances by a step at every reading, so that results do not depend on the speed of the machine. */
import type { Clock } from '../../../activities/engine/base/solve.ts';

/** Makes a clock. `stepS`: step, s; 0 for a clock that stands still. */
export function countedClock(limitS: number, stepS = 0): Clock {
  let gone = 0;
  const elapsedS = (): number => {
    gone += stepS;
    return gone;
  };
  return { limitS, elapsedS, leftS: () => Math.max(0, limitS - elapsedS()) };
}
