/** Totals of a column of records: sum, mean, extremes, spread, and how many there are. */
import type { Fact } from './facts.ts';

export interface Derived {
  readonly value: number;
  readonly source: string;
  readonly path: string;
  readonly key: string;
}

export function aggregates(column: readonly Fact[]): Derived[] {
  const [first] = column;
  if (!first || column.length < 2) return [];
  const values = column.map(({ value }) => value);
  const sum = values.reduce((total, value) => total + value, 0);
  const least = values.reduce((a, b) => Math.min(a, b));
  const most = values.reduce((a, b) => Math.max(a, b));
  const { source, table, key } = first;
  const derived = (name: string, value: number, unitKey = key): Derived => ({
    value,
    source,
    path: `${name}(${table})`,
    key: unitKey,
  });
  return [
    derived('sum', sum),
    derived('mean', sum / values.length),
    derived('min', least),
    derived('max', most),
    derived('spread', most - least),
    derived('count', values.length, 'count'),
    ...[...first.labels.keys()].map((label) =>
      derived(`count_of_${label}`, new Set(column.map(({ labels }) => labels.get(label))).size, 'count'),
    ),
  ];
}
