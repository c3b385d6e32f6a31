/** The days of a run, how strongly each is shaded, and how many stand in a row (pure). */
import { count, energy, money, price } from '../parts/format.ts';
import type { Day, Totals } from './days.ts';

export const DAY_FIGURES = [
  { name: 'total_cost_usd', text: 'Cost of operation', format: money },
  { name: 'average_lmp_usd_per_mwh', text: 'Average price', format: price },
  { name: 'load_mwh', text: 'Load', format: energy },
  { name: 'unserved_mwh', text: 'Unserved energy', format: energy },
  { name: 'starts', text: 'Starts', format: count },
] as const satisfies readonly {
  readonly name: keyof Totals;
  readonly text: string;
  readonly format: (value: number | null) => string;
}[];
export type DayFigure = (typeof DAY_FIGURES)[number];

export interface CalendarCell {
  readonly day: Day;
  readonly value: number | null;
  /** 0 for the smallest, 1 for the largest; null without a schedule. */
  readonly share: number | null;
}

const WEEK = 7;
/** Each has room for its date and its figure. */
const FEW_DAYS = 14;
/** A year is read four weeks to a row. */
const MANY_WEEKS = 10;
const LONG_ROW = 28;

export const rowLength = (days: number): number => {
  if (days <= FEW_DAYS) return 1;
  return days > WEEK * MANY_WEEKS ? LONG_ROW : WEEK;
};

export function calendarCells(days: readonly Day[], figure: DayFigure['name']): CalendarCell[] {
  const values = days.flatMap(({ totals }) => totals?.[figure] ?? []);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return days.map((day) => {
    const value = day.totals?.[figure] ?? null;
    const share = value === null ? null : high > low ? (value - low) / (high - low) : 0;
    return { day, value, share };
  });
}
