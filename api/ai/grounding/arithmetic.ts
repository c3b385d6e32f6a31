/** Plain arithmetic on two figures: what an answer may compute from what it cites. */
import type { Derived } from './aggregates.ts';

export interface Operand {
  readonly value: number;
  readonly source: string;
  readonly path: string;
  readonly key: string;
}

const PERCENT = 100;

/** Differences and sums keep the unit; a ratio has none, or is in percent. */
export function combine(a: Operand, b: Operand): Derived[] {
  const derived = (operator: string, value: number, key: string): Derived => ({
    value,
    source: a.source === b.source ? a.source : `${a.source}, ${b.source}`,
    path: `${a.path} ${operator} ${b.path}`,
    key,
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
