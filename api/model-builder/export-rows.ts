/**
 * The kept hours of a run as columns of cells, one block after another, so that a writer holds only part of one window
 * at a time.
 */
import type { Calendar } from '../../temporal/case/report/study-facts.ts';
import type { ModelBuilderDeps } from './deps.ts';
import {
  type ElementValues,
  type ExportTable,
  type ExportTableName,
  HOURLY_TABLES,
} from './export-tables.ts';
import { type SolvedWindow, type Study, solvedWindows } from './study.ts';

export const SHAPES = ['long', 'wide'] as const;
export type Shape = (typeof SHAPES)[number];

export type Cell = string | number | null;
export interface Column {
  readonly name: string;
  /** Type of the cells. Cells of `time` are hours of the run, which the calendar converts to times. */
  readonly type: 'time' | 'integer' | 'number' | 'text';
}
/** Cells by column; all columns are equally long. */
export type Block = readonly (readonly Cell[])[];

export interface ExportRows {
  readonly columns: readonly Column[];
  readonly calendar: Calendar | undefined;
  readonly blocks: AsyncIterable<Block>;
}

/** Approximate number of rows in a block: some milliseconds of work. */
const BLOCK_ROWS = 5000;

export async function exportRows(
  deps: ModelBuilderDeps,
  study: Study,
  name: ExportTableName,
  shape: Shape,
): Promise<ExportRows> {
  const { calendar } = study.facts;
  const hour: Column = { name: 'hour', type: 'integer' };
  const times: Column[] = calendar ? [{ name: 'time', type: 'time' }, hour] : [hour];
  if (name === 'days') return { ...dayRows(study, times), calendar };
  const table = HOURLY_TABLES[name];
  const layout =
    shape === 'long' ? longLayout(table) : wideLayout(table, await firstLabels(deps, study, table));
  const blocks = hourlyBlocks(solvedWindows(deps, study), table, layout, times.length);
  return { columns: [...times, ...layout.columns], calendar, blocks };
}

interface Layout {
  readonly columns: readonly Column[];
  readonly rowsPerHour: (elements: readonly ElementValues[]) => number;
  /** Appends the rows of one hour, without the column of its time. */
  readonly write: (columns: readonly Cell[][], elements: readonly ElementValues[], hour: number) => void;
}

const text = (name: string): Column => ({ name, type: 'text' });
const figure = (name: string): Column => ({ name, type: 'number' });

/** Layout with one row per hour and element. */
function longLayout({ keys, measures }: ExportTable): Layout {
  return {
    columns: [...keys.map(text), ...measures.map(figure)],
    rowsPerHour: (elements) => elements.length,
    write(columns, elements, hour) {
      for (const [labels, values] of elements) {
        for (const [at, label] of labels.entries()) columns[at]?.push(label);
        for (const [at, series] of values.entries()) columns[keys.length + at]?.push(series?.[hour] ?? null);
      }
    },
  };
}

/**
 * Layout with one row per hour, and one column per element, or per measure of each element if there are several
 * measures.
 */
function wideLayout({ measures }: ExportTable, labels: readonly string[]): Layout {
  const names = (label: string) => (measures.length === 1 ? [label] : measures.map((of) => `${label}:${of}`));
  const positions = new Map(labels.map((label, at) => [label, at * measures.length]));
  return {
    columns: labels.flatMap(names).map(figure),
    rowsPerHour: () => 1,
    write(columns, elements, hour) {
      for (const column of columns) column.push(null);
      for (const [label, values] of elements) {
        const first = positions.get(labelOf(label));
        if (first === undefined)
          throw new RangeError(`${labelOf(label)} first appears in this window: use shape=long`);
        for (const [at, series] of values.entries()) {
          const column = columns[first + at];
          if (column) column[column.length - 1] = series?.[hour] ?? null;
        }
      }
    },
  };
}

const labelOf = (labels: readonly string[]): string => labels.join(':');

/** Labels of the elements in the first window, followed by units of the network that are not in this window. */
async function firstLabels(
  deps: ModelBuilderDeps,
  study: Study,
  { keys, elements }: ExportTable,
): Promise<string[]> {
  const windows = solvedWindows(deps, study);
  const { value: first } = await windows.next();
  await windows.return();
  const ofWindow = first ? [...elements(first)].map(([labels]) => labelOf(labels)) : [];
  const ofNetwork = [...study.elements.units].filter(
    ([, { kind }]) => keys[0] === 'unit' || keys[0] === kind,
  );
  return [...new Set([...ofWindow, ...ofNetwork.map(([name]) => name)])];
}

async function* hourlyBlocks(
  windows: AsyncIterable<SolvedWindow>,
  table: ExportTable,
  { columns, rowsPerHour, write }: Layout,
  timeColumns: number,
): AsyncGenerator<Block, void, void> {
  for await (const window of windows) {
    const { start_hour, kept_hours } = window.head;
    const elements = [...table.elements(window)];
    const rows = rowsPerHour(elements);
    const step = Math.max(1, Math.floor(BLOCK_ROWS / Math.max(1, rows)));
    for (let from = 0; from < kept_hours; from += step) {
      const cells = columns.map((): Cell[] => []);
      const hours: number[] = [];
      for (let t = from; t < Math.min(kept_hours, from + step); t++) {
        write(cells, elements, t);
        for (let row = 0; row < rows; row++) hours.push(start_hour + t);
      }
      yield [...Array.from({ length: timeColumns }, () => hours), ...cells];
    }
  }
}

/** One row per window; a window without a schedule has a row too. */
function dayRows({ heads }: Study, times: readonly Column[]): Omit<ExportRows, 'calendar'> {
  const COSTS = ['total_cost_usd', 'energy_usd', 'no_load_usd', 'startup_usd', 'penalty_usd'] as const;
  const FIGURES = ['load_mwh', 'peak_load_mw', 'unserved_mwh', 'average_lmp_usd_per_mwh'] as const;
  const columns: Column[] = [
    ...times,
    { name: 'hours', type: 'integer' },
    text('job_id'),
    text('termination_status'),
    figure('mip_gap'),
    ...[...COSTS, ...FIGURES].map(figure),
    text('message'),
  ];
  const rows = heads.map(({ start_hour, kept_hours, job_id, outcome }): Cell[] => [
    ...times.map(() => start_hour),
    kept_hours,
    job_id,
    outcome.termination_status,
    outcome.mip_gap,
    ...[...COSTS, ...FIGURES].map((of) => outcome.totals?.[of] ?? null),
    outcome.message,
  ]);
  async function* blocks(): AsyncGenerator<Block, void, void> {
    yield columns.map((_, at) => rows.map((row) => row[at] ?? null));
  }
  return { columns, blocks: blocks() };
}
