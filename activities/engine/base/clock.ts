/** What is left of a time limit, s. */
export interface Clock {
  readonly limitS: number;
  elapsedS(): number;
  leftS(): number;
}

export function startClock(limitS: number): Clock {
  const started = performance.now();
  const elapsedS = (): number => (performance.now() - started) / 1000;
  return { limitS, elapsedS, leftS: () => Math.max(0, limitS - elapsedS()) };
}

/** A clock that gives a share of what is left of another, and never more than that. */
export function shareOfClock(clock: Clock, share: number): Clock {
  const part = startClock(clock.leftS() * share);
  return { ...part, leftS: () => Math.min(part.leftS(), clock.leftS()) };
}
