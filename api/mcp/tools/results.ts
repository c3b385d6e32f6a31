/** Tools that read what solves found: a part of a table, and the difference between two schedules. */
import { Readable } from 'node:stream';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { parse } from 'csv-parse';
import { z } from 'zod';
import type { Reply } from '../../client/client.ts';
import { parseJson } from '../../client/file-format.ts';
import { namesOf, RESULT_TABLES } from '../../client/tables.ts';
import {
  citations,
  cite,
  defineTool,
  hour,
  id,
  page,
  READS,
  Refusal,
  readStream,
  readText,
  requireOne,
  runRef,
} from './tool.ts';

const TABLES = namesOf(RESULT_TABLES);
const TOLD = TABLES.map((name) => `${name} (${RESULT_TABLES[name].text.toLowerCase()})`).join(', ');

export const getResult = defineTool({
  name: 'get_result',
  title: 'Rows of a result',
  description: `Rows of one table of a result: ${TOLD}. Narrow it by element and hour; limit and offset page through it. Of an experiment: one row per scenario. Rows are lists in the order of columns; each names its element and hour, which with job_id and table are the cell of its figures.`,
  input: z.strictObject({
    ...runRef,
    table: z.enum(TABLES).default('dispatch').describe('Of a job'),
    element: id('Only rows with this unit, bus, line or other name').optional(),
    hour: hour.optional().describe('Only this hour, 0-based; an interval where these are shorter'),
    ...page,
  }),
  output: z.looseObject({
    job_id: z.string().optional(),
    experiment_id: z.string().optional(),
    table: z.string(),
    columns: z.array(z.string()).describe('Names of the cells of each row'),
    rows: z.array(z.array(z.union([z.string(), z.number(), z.null()]))),
    total_rows: z.number().describe('Rows that match, of which limit are shown from offset on'),
  }),
  hints: READS,
  narrow: 'Narrow it by element or hour, or go on with offset: add the number of rows that are shown',
  async run({ job_id, experiment_id, table, element, hour, limit, offset }, { client, signal }) {
    requireOne({ job_id, experiment_id });
    const init = { signal, parseAs: 'stream' } as const;
    const stream = await readStream(
      job_id !== undefined
        ? client.GET('/api/modules/analyst/solve/{job_id}/results', {
            ...{ params: { path: { job_id }, query: { format: 'csv', table } }, ...init },
          })
        : client.GET('/api/experiments/{experiment_id}/results/download', {
            params: { path: { experiment_id: experiment_id ?? '' }, query: { format: 'csv', partial: true } },
            ...init,
          }),
    );
    // The types of the platform and of Node name the same stream.
    const lines = Readable.fromWeb(stream as unknown as WebStream).pipe(parse({ cast: cellOf }));
    const page = await pick(lines as AsyncIterable<Row>, { element, hour, limit, offset });
    const ref = job_id !== undefined ? { job_id, table } : { experiment_id, table: 'scenarios' };
    return { ...ref, ...page };
  },
});

type Cell = string | number | null;
type Row = Cell[];
interface Wanted {
  readonly element: string | undefined;
  readonly hour: number | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** Throws `Refusal` for an element or an hour that the table does not have. */
async function pick(lines: AsyncIterable<Row>, wanted: Wanted) {
  const { element, hour, limit, offset } = wanted;
  let [columns, total_rows]: [string[], number] = [[], 0];
  const rows: Row[] = [];
  const met = { names: new Set<string>(), hours: new Set<Cell>(), hasElement: element === undefined };
  for await (const row of lines) {
    if (columns.length === 0) columns = row.map(String);
    else if (fits(row, hourOf(columns, row), wanted, met)) {
      if (total_rows >= offset && rows.length < limit) rows.push(row);
      total_rows += 1;
    }
  }
  if (element !== undefined && !met.hasElement) throw new Refusal(noElement(element, [...met.names]));
  if (hour !== undefined && !met.hours.has(hour)) throw new Refusal(noHour(hour, [...met.hours]));
  return { columns, rows, total_rows };
}

const hourOf = (columns: readonly string[], row: Row): Cell =>
  row[columns.indexOf(columns.includes('interval') ? 'interval' : 'hour')] ?? null;

/** Elements and hours of a table. */
interface Seen {
  readonly names: Set<string>;
  readonly hours: Set<Cell>;
  hasElement: boolean;
}

/** Whether a row is asked for; notes what it has. */
function fits(row: Row, at: Cell, { element, hour }: Wanted, met: Seen): boolean {
  met.names.add(String(row[0]));
  met.hours.add(at);
  const isOf = element === undefined || row.some((cell) => String(cell) === element);
  met.hasElement ||= isOf;
  return isOf && (hour === undefined || at === hour);
}

const MOST_NAMED = 20;

function noElement(element: string, names: readonly string[]): string {
  if (names.length === 0) return `The table has no rows, and so no element "${element}"`;
  const near = names.filter((name) => name.toLowerCase().includes(element.toLowerCase()));
  const said = (near.length > 0 ? near : names).slice(0, MOST_NAMED);
  return `The table has no element "${element}"; of ${names.length} it has: ${said.join(', ')}`;
}

function noHour(hour: number, all: readonly Cell[]): string {
  const hours = all.filter((each) => typeof each === 'number');
  return hours.length === 0
    ? `The table has no rows of hour ${hour}`
    : `The table has no hour ${hour}: it has ${Math.min(...hours)} to ${Math.max(...hours)}`;
}

const cellOf = (text: string): Cell => {
  const value = Number(text);
  if (text === '') return null;
  return Number.isFinite(value) && String(value) === text ? value : text;
};

export const compareJobs = defineTool({
  name: 'compare_jobs',
  title: 'Compare two jobs',
  description:
    'What differs between two solved jobs, the second minus the first: costs by part, units that are on or off otherwise, and the largest differences of output (MW) and price ($/MWh) by element and hour.',
  input: z.strictObject({
    job_id: id('The first job, such as the base'),
    other_job_id: id('The second job, such as the changed case'),
    limit: page.limit.describe('Most rows of each kind'),
  }),
  output: z.looseObject({
    cost: z.looseObject({}).describe('Differences, $'),
    costs: z.looseObject({}).describe('Of each job, $'),
    commitment: z.array(z.looseObject({ generator: z.string(), hour: z.number() })),
    commitment_changes: z.number(),
    differences: z
      .array(z.looseObject({ table: z.string(), element_id: z.string(), hour: z.number() }))
      .describe('The largest of each table first'),
    citations,
  }),
  hints: READS,
  async run({ job_id, other_job_id, limit }, work) {
    const asked = work.client.GET('/api/modules/analyst/solve/{job_id}/diff/{other_job_id}', {
      params: { path: { job_id, other_job_id } },
      ...{ signal: work.signal, parseAs: 'stream' },
    });
    // The document says this shape.
    const diff = parseJson(await readText(asked, work)) as Diff;
    const { dispatch_mw, lmp, commitment, ...rest } = diff;
    const { first, second } = diff.costs;
    return {
      ...{ job_id, other_job_id, ...rest },
      commitment: commitment.slice(0, limit),
      commitment_changes: commitment.length,
      differences: [...largest('dispatch', dispatch_mw, limit), ...largest('lmp', lmp, limit)],
      citations: [
        ...cite(job_id, { 'costs.first.objective': first.objective }),
        ...cite(other_job_id, { 'costs.second.objective': second.objective }),
      ],
    };
  },
});

type Diff = Reply<'getModulesAnalystSolveByJobIdDiffByOtherJobId'>;

const largest = (table: string, series: Diff['lmp'], limit: number) =>
  Object.entries(series)
    .flatMap(([element_id, steps]) =>
      steps.map((step, hour) => ({ table, element_id, hour, difference: step })),
    )
    .filter((row) => row.difference !== 0)
    .sort((a, b) => Math.abs(b.difference) - Math.abs(a.difference))
    .slice(0, limit);
