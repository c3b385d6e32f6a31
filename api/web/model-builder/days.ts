/** Days of a run for its views: totals, months and calendar cells (pure). */
import type { Reply } from '../../client/client.ts';
import { type Execution, solvesDone, unsolvedWords } from '../../client/runs.ts';
import { count, energy, money, price } from '../parts/format.ts';

export type RunDay = Reply<'getModelBuilderExecutionsByExecutionIdDays'>['days'][number];
type DayTotals = NonNullable<RunDay['totals']>;

export interface Totals extends Omit<DayTotals, 'generation_mwh' | 'starts'> {
  readonly starts: number;
}

export interface Day extends Omit<RunDay, 'totals'> {
  /** Totals of the day; null without a schedule. */
  readonly totals: Totals | null;
}

/**
 * Status of a run in words: `2 of 3 days solved, 1 without a schedule: TIMEOUT`, or `2 of 3 days ended` while the run
 * is open.
 */
export function standing(run: Execution): string {
  const { windows_total: total, windows_solved, windows_unsolved, outcome, outcome_causes } = run;
  const done = outcome === null ? solvesDone(run) : windows_solved;
  const words = `${total === 1 ? 'solve' : 'days'} ${outcome === null ? 'ended' : 'solved'}`;
  return `${count(done)} of ${count(total)} ${words}${unsolvedWords(windows_unsolved, outcome_causes)}`;
}

/** Converts a day as soon as it is read. The starts of all units are added up, which saves memory. */
export const toDay = ({ totals, ...day }: RunDay): Day => ({ ...day, totals: totals && toTotals(totals) });

const toTotals = ({ generation_mwh: _, starts, ...totals }: DayTotals): Totals => ({
  ...totals,
  starts: numbersIn(starts).reduce((sum, [, of]) => sum + of, 0),
});

export const numbersIn = (values: unknown): [string, number][] =>
  Object.entries(values ?? {}).filter((entry): entry is [string, number] => typeof entry[1] === 'number');

/** Totals over all days with a schedule; undefined if no day has a schedule. */
export function sumOf(days: readonly Day[]): Totals | undefined {
  return days.flatMap(({ totals }) => totals ?? []).reduce<Totals | undefined>(plus, undefined);
}

function plus(sum: Totals | undefined, day: Totals): Totals {
  if (!sum) return day;
  const load_mwh = sum.load_mwh + day.load_mwh;
  const paid = ({ average_lmp_usd_per_mwh: price, load_mwh: mwh }: Totals): number => (price ?? 0) * mwh;
  return {
    energy_usd: sum.energy_usd + day.energy_usd,
    no_load_usd: sum.no_load_usd + day.no_load_usd,
    startup_usd: sum.startup_usd + day.startup_usd,
    ...((sum.shutdown_usd ?? day.shutdown_usd) !== undefined && {
      shutdown_usd: (sum.shutdown_usd ?? 0) + (day.shutdown_usd ?? 0),
    }),
    penalty_usd: sum.penalty_usd + day.penalty_usd,
    total_cost_usd: sum.total_cost_usd + day.total_cost_usd,
    load_mwh,
    peak_load_mw: Math.max(sum.peak_load_mw, day.peak_load_mw),
    unserved_mwh: sum.unserved_mwh + day.unserved_mwh,
    average_lmp_usd_per_mwh: load_mwh > 0 ? (paid(sum) + paid(day)) / load_mwh : null,
    starts: sum.starts + day.starts,
  };
}

/** Month, such as `2020-07`, with its days. Days without a date are omitted. */
export function monthsOf(days: readonly Day[]): [month: string, days: Day[]][] {
  const months = new Map<string, Day[]>();
  for (const day of days) {
    const month = day.start_time?.slice(0, 'YYYY-MM'.length);
    if (month === undefined) continue;
    const monthDays = months.get(month);
    if (monthDays) monthDays.push(day);
    else months.set(month, [day]);
  }
  return [...months];
}

export const DAY_FIGURES = [
  { name: 'total_cost_usd', text: 'Operating cost', format: money },
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
  /** Position of the value between the smallest, 0, and the largest, 1; null without a schedule. */
  readonly share: number | null;
}

const WEEK = 7;
/** Maximum number of days for a list with one row per day, with date and figure. */
const FEW_DAYS = 14;
/** Minimum number of weeks for a calendar with four weeks per row. */
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
