/** What the schedule of one window suggests for the next: its look-ahead, and beyond that the same hours of its last day. */
import type { Commitment } from '../../temporal/messages/payload.ts';

const DAY_H = 24;

/** `kept`: hours by which the next window begins later; `length`: its hours. */
export const shiftedCommitment = (commitment: Commitment, kept: number, length: number): Commitment =>
  Object.fromEntries(
    Object.entries(commitment).map(([name, on]) => [
      name,
      Array.from({ length }, (_, t) => on[withinHours(on.length, kept + t)] ?? 0),
    ]),
  );

/** The last hour of the same time of day; without one, the last hour. */
function withinHours(hours: number, hour: number): number {
  const days = Math.max(0, Math.ceil((hour - hours + 1) / DAY_H));
  const same = hour - days * DAY_H;
  return same >= 0 ? same : hours - 1;
}
