/**
 * Explanations count hours. Where the intervals of a case are shorter, every hour in their words, a position or a number of
 * them, is an interval: `intervalWords` says so, and data have the length of the intervals beside it.
 */
import { intervalsPerHour, toldInterval } from '../arithmetic/intervals.ts';
import type { SolvePayload } from '../schema.ts';

/** What data say of a horizon; `intervals` where these are no hours. */
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

/** Itself where data say nothing of an interval. */
export function intervalWords<T extends { readonly statement: string; readonly data: object }>(told: T): T {
  if (!('interval_minutes' in told.data)) return told;
  return { ...told, statement: worded(told.statement), data: withReasons(told.data) };
}

const worded = (text: string): string =>
  text.replace(/\b(h)our(s?)\b/gi, (_, first: string, plural: string) =>
    first === 'H' ? `Interval${plural}` : `interval${plural}`,
  );

/** The texts in records. */
function withReasons(data: object): object {
  if (!('records' in data) || !Array.isArray(data.records)) return data;
  const records = data.records.map((record: object) =>
    'reason' in record && typeof record.reason === 'string'
      ? { ...record, reason: worded(record.reason) }
      : record,
  );
  return { ...data, records };
}
