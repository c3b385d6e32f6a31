/**
 * Words for intervals in explanations. Explanations are computed as if positions were hours. If the intervals of a case
 * are not, `intervalWords` replaces hours by intervals in the texts, and the data state the interval length.
 */
import { intervalsPerHour, toldInterval } from '../arithmetic/intervals.ts';
import type { SolvePayload } from '../schema.ts';

/** Fields of the data that state the horizon: `horizon_h`, and `intervals` if intervals are not hours. */
export function horizonFacts(payload: SolvePayload): {
  readonly horizon_h: number;
  readonly intervals?: number;
  readonly interval_minutes?: SolvePayload['interval_minutes'];
} {
  const { horizon } = payload;
  const perHour = intervalsPerHour(payload);
  if (perHour === 1) return { horizon_h: horizon };
  return { horizon_h: horizon / perHour, intervals: horizon, ...toldInterval(payload) };
}

/**
 * The explanation with intervals instead of hours in its texts; the explanation itself if its data have no interval
 * length.
 */
export function intervalWords<T extends { readonly statement: string; readonly data: object }>(
  explanation: T,
): T {
  if (!('interval_minutes' in explanation.data)) return explanation;
  return { ...explanation, statement: worded(explanation.statement), data: withReasons(explanation.data) };
}

const worded = (text: string): string =>
  text.replace(/\b(h)our(s?)\b/gi, (_, first: string, plural: string) =>
    first === 'H' ? `Interval${plural}` : `interval${plural}`,
  );

/** The data with intervals instead of hours in the texts of their records. */
function withReasons(data: object): object {
  if (!('records' in data) || !Array.isArray(data.records)) return data;
  const records = data.records.map((record: object) =>
    'reason' in record && typeof record.reason === 'string'
      ? { ...record, reason: worded(record.reason) }
      : record,
  );
  return { ...data, records };
}
