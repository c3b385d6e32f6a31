/** When a figure is a value, and what an answer may compute from what it cites. */
import type { Basis, Fact } from './facts.ts';
import type { Mention } from './mentions.ts';
import { type Reading, unitOfKey } from './numbers.ts';

/** Floating-point arithmetic, relative. */
const EXACT = 1e-9;

/** How far the figure may be from a value. */
export const slackOf = ({ tolerance }: Reading, value: number): number =>
  tolerance + EXACT * Math.max(1, Math.abs(value));

/** Whether a figure is the value, written with the digits the text gives it: `a drop of 5` may be -5, but -5 is not 5. */
export const agrees = ({ readings }: Pick<Mention, 'readings'>, value: number): boolean =>
  readings.some((reading) => {
    const wanted = reading.value < 0 ? value : Math.abs(value);
    return Math.abs(reading.value - wanted) <= slackOf(reading, value);
  });

/** Units that differ cannot mean the same; a unit left open may be any. */
export function sameUnit({ unit }: Pick<Mention, 'unit'>, key: string): boolean {
  const known = unitOfKey(key);
  return unit === null || known === null || unit === known;
}

const PERCENT = 100;

/** Plain arithmetic on two figures. Differences and sums keep the unit; a ratio has none, or is in percent. */
export function combine(a: Basis, b: Basis): Basis[] {
  const derived = (operator: string, value: number, key: string): Basis => ({
    value,
    source: a.source === b.source ? a.source : `${a.source}, ${b.source}`,
    path: `${a.path} ${operator} ${b.path}`,
    key,
    operands: [a, b],
  });
  const linear =
    a.key === b.key || a.key === '' || b.key === ''
      ? [derived('-', a.value - b.value, a.key), derived('+', a.value + b.value, a.key)]
      : [];
  if (b.value === 0) return linear;
  const ratio = a.value / b.value;
  return [
    ...linear,
    derived('/', ratio, 'ratio'),
    derived('/', ratio * PERCENT, 'percent'),
    derived('relative to', (ratio - 1) * PERCENT, 'percent'),
  ];
}

/** Totals of a column of records: sum, mean, extremes, spread, and how many there are. */
export function aggregates(column: readonly Fact[]): Basis[] {
  const [first] = column;
  if (!first || column.length < 2) return [];
  const values = column.map(({ value }) => value);
  const sum = values.reduce((total, value) => total + value, 0);
  const least = values.reduce((a, b) => Math.min(a, b));
  const most = values.reduce((a, b) => Math.max(a, b));
  const { source, table, key } = first;
  const derived = (name: string, value: number, unitKey = key): Basis => ({
    value,
    source,
    path: `${name}(${table})`,
    key: unitKey,
    operands: column,
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
