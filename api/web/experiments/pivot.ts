/** Scenarios by two of their variables, for a heat map (pure). */
import { plain } from '../parts/format.ts';
import type { Figure, Row, Value } from './rows.ts';
import { valueText } from './rows.ts';

/** One value of a variable, or a range of many. */
export interface Level {
  readonly text: string;
  includes(value: Value | undefined): boolean;
}

/** Variables that were drawn have a value of their own in each scenario: so many are put into ranges. */
const MOST_LEVELS = 12;
const RANGES = 8;

export function levelsOf(rows: readonly Row[], name: string): Level[] {
  const found = rows.map((row) => row.values[name]);
  const values = [...new Set(found.filter((value) => value !== undefined))].sort(inOrder);
  // What is as in the base comes first.
  const base = found.includes(undefined) ? [levelAt(undefined)] : [];
  const numbers = values.filter((value) => typeof value === 'number');
  if (numbers.length <= MOST_LEVELS) return [...base, ...values.map(levelAt)];
  const words = values.filter((value) => typeof value === 'string');
  return [...base, ...ranges(Math.min(...numbers), Math.max(...numbers)), ...words.map(levelAt)];
}

/** Numbers, then words. */
function inOrder(a: Value, b: Value): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return Number(typeof a === 'string') - Number(typeof b === 'string') || String(a).localeCompare(String(b));
}

const levelAt = (wanted: Value | undefined): Level => ({
  text: valueText(wanted),
  includes: (value) => value === wanted,
});

/** Equal ranges; each holds its lower end, the last one both. */
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
  /** Over the scenarios of the cell that have the figure. */
  readonly mean: number | null;
}

export interface Pivot {
  readonly columns: readonly Level[];
  readonly lines: readonly { readonly level: Level; readonly cells: readonly HeatCell[] }[];
  /** Smallest and largest mean; 0 and 0 when there is none. */
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
  const found = rows.flatMap((row) => row[figure] ?? []);
  return { rows, mean: found.length > 0 ? found.reduce((a, b) => a + b, 0) / found.length : null };
}

/** The levels that the other variables are held at: as asked, else the middle one. */
export function heldLevel(levels: readonly Level[], asked: string | undefined): Level | undefined {
  if (asked === ALL) return undefined;
  const isDrawn = levels.length === RANGES && levels.every(({ text }) => text.includes(' to '));
  if (asked === undefined && isDrawn) return undefined;
  return levels.find(({ text }) => text === asked) ?? levels[Math.floor((levels.length - 1) / 2)];
}

/** Stands for the mean over all levels. */
export const ALL = 'all';
