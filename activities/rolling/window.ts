/**
 * Windows of a rolling horizon: each is solved with hours of look-ahead, of which only the first day is kept
 * (Barrows et al., "Time domain partitioning of electricity production cost simulations", NREL/TP-6A20-60969).
 */

/** Times in h; `start` is the 0-based hour of the whole horizon. */
export interface Window {
  readonly index: number;
  readonly start: number;
  /** Hours that enter the joined schedule. */
  readonly kept: number;
  /** Hours solved: kept ones and look-ahead. */
  readonly length: number;
}

const KEPT_H = 24;
const LOOK_AHEAD_H = 24;

export function windowsOf(horizon: number): Window[] {
  return Array.from({ length: Math.ceil(horizon / KEPT_H) }, (_, index) => {
    const start = index * KEPT_H;
    return {
      index,
      start,
      kept: Math.min(KEPT_H, horizon - start),
      length: Math.min(KEPT_H + LOOK_AHEAD_H, horizon - start),
    };
  });
}
