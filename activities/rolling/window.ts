/**
 * Windows of a rolling horizon: each is solved with look-ahead, of which only the first day is kept (Barrows et al., "Time
 * domain partitioning of electricity production cost simulations", NREL/TP-6A20-60969).
 */
import type { Commitment } from '../../temporal/case/schema.ts';

/** Times in h; `start` is an hour of the whole horizon, from 0. */
export interface Window {
  readonly index: number;
  readonly start: number;
  /** Hours that enter the joined schedule. */
  readonly kept: number;
  /** Hours solved: kept ones and look-ahead. */
  readonly length: number;
}

/** Kept hours of a window, and look-ahead hours after them. */
interface Steps {
  readonly step_h?: number | undefined;
  readonly look_ahead_h?: number | undefined;
}

export function windowsOf(horizon: number, { step_h = 24, look_ahead_h = 24 }: Steps = {}): Window[] {
  return Array.from({ length: Math.ceil(horizon / step_h) }, (_, index) => {
    const start = index * step_h;
    return {
      index,
      start,
      kept: Math.min(step_h, horizon - start),
      length: Math.min(step_h + look_ahead_h, horizon - start),
    };
  });
}

/**
 * Period after which a commitment repeats in the warm start of the next window: beyond the look-ahead of the last window, the
 * next one reuses the same hours of its last day.
 */
const DAY_H = 24;

/** `kept`: hours by which the next window begins later; `length`: its hours. */
export const shiftedCommitment = (commitment: Commitment, keptHours: number, length: number): Commitment =>
  Object.fromEntries(
    Object.entries(commitment).map(([name, on]) => [
      name,
      Array.from({ length }, (_, t) => on[withinHours(on.length, keptHours + t)] ?? 0),
    ]),
  );

/** The last hour with the same time of day; if there is none, the last hour. */
function withinHours(hours: number, hour: number): number {
  const days = Math.max(0, Math.ceil((hour - hours + 1) / DAY_H));
  const same = hour - days * DAY_H;
  return same >= 0 ? same : hours - 1;
}
