/** Pivot of scenarios by two variables, for a heat map (pure). */
import { plain } from '../parts/format.ts';
import type { Figure, Row, Value } from './rows.ts';
import { valueText } from './rows.ts';

/** A value of a variable, or a range of values, that forms a row or column. */
export interface Level {
  readonly text: string;
  includes(value: Value | undefined): boolean;
}

/**
 * Maximum number of levels of a variable. If it has more values, for example because they are sampled, its levels are
 * ranges of values.
 */
const MOST_LEVELS = 12;
const RANGES = 8;

export function levelsOf(rows: readonly Row[], name: string): Level[] {
  const rowValues = rows.map((row) => row.values[name]);
  const values = [...new Set(rowValues.filter((value) => value !== undefined))].sort(inOrder);
  // The base value is the first level if any scenario has it.
  const base = rowValues.includes(undefined) ? [levelAt(undefined)] : [];
  const numbers = values.filter((value) => typeof value === 'number');
  if (numbers.length <= MOST_LEVELS) return [...base, ...values.map(levelAt)];
  const words = values.filter((value) => typeof value === 'string');
  return [...base, ...ranges(Math.min(...numbers), Math.max(...numbers)), ...words.map(levelAt)];
}

/** Order of values: numbers come before words. */
function inOrder(a: Value, b: Value): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return Number(typeof a === 'string') - Number(typeof b === 'string') || String(a).localeCompare(String(b));
}

const levelAt = (expected: Value | undefined): Level => ({
  text: valueText(expected),
  includes: (value) => value === expected,
});

/** Ranges of equal width. Each range includes its lower end; the last range also includes its upper end. */
const ranges = (min: number, max: number): Level[] =>
  Array.from({ length: RANGES }, (_, at) => {
    const end = (share: number): number => min + (max - min) * share;
    const [from, to] = [end(at / RANGES), end((at + 1) / RANGES)];
    return {
      text: `${plain(from)} to ${plain(to)}`,
      includes: (value) =>
        typeof value === 'number' && value >= from && (value < to || (at === RANGES - 1 && value <= max)),
    };
  });

export interface HeatCell {
  readonly rows: readonly Row[];
  /** Mean over the scenarios that have the figure; null if none has it. */
  readonly mean: number | null;
}

export interface Pivot {
  readonly columns: readonly Level[];
  readonly lines: readonly { readonly level: Level; readonly cells: readonly HeatCell[] }[];
  /** Smallest mean over the cells. The next field: largest mean. Both are 0 without scenarios. */
  readonly low: number;
  readonly high: number;
}

export function pivot(rows: readonly Row[], x: string, y: string, figure: Figure['name']): Pivot {
  const columns = levelsOf(rows, x);
  const lines = levelsOf(rows, y).map((level) => {
    const ofLine = rows.filter(({ values }) => level.includes(values[y]));
    const cells = columns.map((column) =>
      cellOf(
        ofLine.filter(({ values }) => column.includes(values[x])),
        figure,
      ),
    );
    return { level, cells };
  });
  const means = lines.flatMap(({ cells }) => cells.flatMap(({ mean }) => mean ?? []));
  const [low, high] = means.length > 0 ? [Math.min(...means), Math.max(...means)] : [0, 0];
  return { columns, lines, low, high };
}

function cellOf(rows: readonly Row[], figure: Figure['name']): HeatCell {
  const values = rows.flatMap((row) => row[figure] ?? []);
  return { rows, mean: values.length > 0 ? values.reduce((a, b) => a + b, 0) / values.length : null };
}

/**
 * Level at which another variable is fixed: the selected level; without a selection the middle level; undefined for the
 * mean over all levels.
 */
export function heldLevel(levels: readonly Level[], selected: string | undefined): Level | undefined {
  if (selected === ALL) return undefined;
  const isDrawn = levels.length === RANGES && levels.every(({ text }) => text.includes(' to '));
  if (selected === undefined && isDrawn) return undefined;
  return levels.find(({ text }) => text === selected) ?? levels[Math.floor((levels.length - 1) / 2)];
}

/** Value of the option that stands for the mean over all levels. */
export const ALL = 'all';
