/** A clock that gives a share of what is left of another, and never more than that. */
import { type Clock, startClock } from '../clock.ts';

export function partOf(clock: Clock, share: number): Clock {
  const part = startClock(clock.leftS() * share);
  return { ...part, leftS: () => Math.min(part.leftS(), clock.leftS()) };
}
