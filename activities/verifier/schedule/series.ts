/** One reported series of `horizon` hours; all NaN when it is missing, too short, too long or not numeric. */
export function readSeries(record: unknown, key: string, horizon: number): number[] {
  const series = isRecord(record) && Object.hasOwn(record, key) ? record[key] : undefined;
  return toHours(series, horizon);
}

/** A reported series of `horizon` numbers; all NaN when it is none. */
export function toHours(series: unknown, horizon: number): number[] {
  if (!Array.isArray(series) || series.length !== horizon) return Array(horizon).fill(Number.NaN);
  return Array.from(series, (value: unknown) => (typeof value === 'number' ? value : Number.NaN));
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** The value of an hour or position; NaN when it is missing, and NaN fails every check. */
export const at = (values: ArrayLike<number>, position: number): number => values[position] ?? Number.NaN;

/** Excesses for names that the payload does not know: infinite when a record has one, else nothing. */
export function* unknownKeys(record: object | undefined, known: Iterable<string>): Iterable<number> {
  const names = new Set(known);
  for (const key of Object.keys(record ?? {})) if (!names.has(key)) yield Number.POSITIVE_INFINITY;
}
