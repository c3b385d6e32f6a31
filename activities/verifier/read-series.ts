/** One reported series of `horizon` hours; all NaN when it is missing, too short, too long or not numeric. */
export function readSeries(record: unknown, key: string, horizon: number): number[] {
  const series = isRecord(record) && Object.hasOwn(record, key) ? record[key] : undefined;
  return toHours(series, horizon);
}

/** The same for a series that stands alone. */
export function toHours(series: unknown, horizon: number): number[] {
  if (!Array.isArray(series) || series.length !== horizon) return Array(horizon).fill(Number.NaN);
  return Array.from(series, (value: unknown) => (typeof value === 'number' ? value : Number.NaN));
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
