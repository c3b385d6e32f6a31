/** A clock that knows no time: it goes on by a step whenever it is asked, so that a fast machine gets no further than a slow one. */
import type { Clock } from '../../../activities/engine/base/solve.ts';

/** `stepS`: 0 = it stands still. */
export function countedClock(limitS: number, stepS = 0): Clock {
  let gone = 0;
  const elapsedS = (): number => {
    gone += stepS;
    return gone;
  };
  return { limitS, elapsedS, leftS: () => Math.max(0, limitS - elapsedS()) };
}
