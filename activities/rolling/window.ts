/**
 * Windows of a rolling horizon. Each window is solved with look-ahead, and only its first part is kept (Barrows et al.,
 * "Time domain partitioning of electricity production cost simulations", NREL/TP-6A20-60969).
 */
import type { Commitment } from '../../temporal/case/schema.ts';

/** A window; times in h. `start` is an hour of the whole horizon, from 0. */
export interface Window {
  readonly index: number;
  readonly start: number;
  /** Number of hours that enter the joined schedule. */
  readonly kept: number;
  /** Number of hours that are solved: kept hours and look-ahead. */
  readonly length: number;
}

/** Number of kept hours of a window. The next field is the number of look-ahead hours after them. */
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
 * Period with which a commitment repeats in the warm start of the next window, h. Hours after the look-ahead of the
 * previous window repeat the last day of that window.
 */
const DAY_H = 24;

/**
 * Commitment of a window, shifted to the next window. `keptHours`: number of hours by which the next window begins
 * later; `length`: number of hours of the next window.
 */
export const shiftedCommitment = (commitment: Commitment, keptHours: number, length: number): Commitment =>
  Object.fromEntries(
    Object.entries(commitment).map(([name, on]) => [
      name,
      Array.from({ length }, (_, t) => on[withinHours(on.length, keptHours + t)] ?? 0),
    ]),
  );

/**
 * The last hour of a commitment of `hours` hours with the same time of day as `hour`; the last hour of the commitment
 * if it has no such hour.
 */
function withinHours(hours: number, hour: number): number {
  const days = Math.max(0, Math.ceil((hour - hours + 1) / DAY_H));
  const same = hour - days * DAY_H;
  return same >= 0 ? same : hours - 1;
}
