/** The length of the intervals of a case, in hours and as a result has it, and a commitment in intervals of another length. */
import type { Commitment, SolvePayload } from '../schema.ts';

const MINUTES_PER_HOUR = 60;

type WithInterval = Pick<SolvePayload, 'interval_minutes'>;

/** Intervals in an hour: 1, 2, 4 or 12. */
export const intervalsPerHour = ({ interval_minutes = MINUTES_PER_HOUR }: WithInterval): number =>
  MINUTES_PER_HOUR / interval_minutes;

/** The length of the intervals as a result has it: absent where they are hours. */
export const toldInterval = ({ interval_minutes }: WithInterval): WithInterval =>
  interval_minutes === undefined || interval_minutes === MINUTES_PER_HOUR ? {} : { interval_minutes };

/** What a result says of its time: the length of the intervals, and when the first begins where the case says so. */
export const toldTime = ({
  start_time,
  ...payload
}: Pick<SolvePayload, 'interval_minutes' | 'start_time'>): Pick<
  SolvePayload,
  'interval_minutes' | 'start_time'
> => ({
  ...toldInterval(payload),
  ...(start_time !== undefined && { start_time }),
});

/**
 * A commitment in intervals of one length over those of a case: each takes what the one has that it begins in. Itself where
 * both are of one length.
 */
export function commitmentFor(
  { horizon, ...to }: WithInterval & Pick<SolvePayload, 'horizon'>,
  commitment: Commitment,
  from: WithInterval,
): Commitment {
  const step = intervalsPerHour(from) / intervalsPerHour(to);
  if (step === 1) return commitment;
  const resampled = (values: readonly number[]): number[] =>
    Array.from({ length: horizon }, (_, t) => values[Math.floor(t * step)] ?? 0);
  return Object.fromEntries(Object.entries(commitment).map(([name, values]) => [name, resampled(values)]));
}
