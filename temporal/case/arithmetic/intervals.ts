/**
 * Length of the intervals of a case, in hours and as a field of results; conversion of a commitment from one interval
 * length to another.
 */
import type { Commitment, SolvePayload } from '../schema.ts';

const MINUTES_PER_HOUR = 60;

type WithInterval = Pick<SolvePayload, 'interval_minutes'>;

/** Intervals in an hour: 12, 4, 2 or 1; a half or a third for intervals of two or three hours. */
export const intervalsPerHour = ({ interval_minutes = MINUTES_PER_HOUR }: WithInterval): number =>
  MINUTES_PER_HOUR / interval_minutes;

/** Interval length as a field of a result; absent if intervals are hours. */
export const toldInterval = ({ interval_minutes }: WithInterval): WithInterval =>
  interval_minutes === undefined || interval_minutes === MINUTES_PER_HOUR ? {} : { interval_minutes };

/** Time fields of a result: interval length, and the start of the first interval if the case states one. */
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
 * Converts a commitment to the interval length of another case: each interval takes the value of the old interval in
 * which it begins. Returns the commitment itself if the lengths are equal.
 */
export function commitmentFor(
  { horizon, ...to }: WithInterval & Pick<SolvePayload, 'horizon'>,
  commitment: Commitment,
  from: WithInterval,
): Commitment {
  const [minutes, minutesBefore] = [to, from].map(
    ({ interval_minutes = MINUTES_PER_HOUR }) => interval_minutes,
  );
  if (minutes === undefined || minutesBefore === undefined || minutes === minutesBefore) return commitment;
  const resampled = (values: readonly number[]): number[] =>
    Array.from({ length: horizon }, (_, t) => values[Math.floor((t * minutes) / minutesBefore)] ?? 0);
  return Object.fromEntries(Object.entries(commitment).map(([name, values]) => [name, resampled(values)]));
}
