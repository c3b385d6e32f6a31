/** Tools that read results: rows of a table, the difference between two schedules, and a check by AC power flows. */
import { Readable } from 'node:stream';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { parse } from 'csv-parse';
import { z } from 'zod';
import { data, type Reply } from '../../client/client.ts';
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
const TABLE_TEXTS = TABLES.map((name) => `${name} (${RESULT_TABLES[name].text.toLowerCase()})`).join(', ');

export const getResult = defineTool({
  name: 'get_result',
  title: 'Rows of a result',
  description: `Rows of one table of a result: ${TABLE_TEXTS}. Narrow it by element and hour; limit and offset page through it. For an experiment: one row per scenario. Rows are lists in the order of columns; each names its element and hour, which with job_id and table identify the cell of a figure.`,
  input: z.strictObject({
    ...runRef,
    table: z.enum(TABLES).default('dispatch').describe('Only for a job'),
    element: id('Only rows with this unit, bus, line or other name').optional(),
    hour: hour.optional().describe('Only this hour, 0-based; in cases with shorter intervals, the interval'),
    ...page,
  }),
  output: z.looseObject({
    job_id: z.string().optional(),
    experiment_id: z.string().optional(),
    table: z.string(),
    columns: z.array(z.string()).describe('Names of the cells of each row'),
    rows: z.array(z.array(z.union([z.string(), z.number(), z.null()]))),
    total_rows: z.number().describe('Number of matching rows; limit of them are shown from offset'),
  }),
  hints: READS,
  narrow: 'Narrow it by element or hour, or continue with offset: add the number of rows shown',
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
    // The cast is needed because Web and Node have different types for the same stream.
    const lines = Readable.fromWeb(stream as unknown as WebStream).pipe(parse({ cast: cellOf }));
    const page = await pick(lines as AsyncIterable<Row>, { element, hour, limit, offset });
    const ref = job_id !== undefined ? { job_id, table } : { experiment_id, table: 'scenarios' };
    return { ...ref, ...page };
  },
});

type Cell = string | number | null;
type Row = Cell[];
interface Filter {
  readonly element: string | undefined;
  readonly hour: number | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** Selects rows. Throws `Refusal` for an element or hour that the table does not have. */
async function pick(lines: AsyncIterable<Row>, filter: Filter) {
  const { element, hour, limit, offset } = filter;
  let [columns, total_rows]: [string[], number] = [[], 0];
  const rows: Row[] = [];
  const contents = { names: new Set<string>(), hours: new Set<Cell>(), hasElement: element === undefined };
  for await (const row of lines) {
    if (columns.length === 0) columns = row.map(String);
    else if (fits(row, hourOf(columns, row), filter, contents)) {
      if (total_rows >= offset && rows.length < limit) rows.push(row);
      total_rows += 1;
    }
  }
  if (element !== undefined && !contents.hasElement)
    throw new Refusal(noElement(element, [...contents.names]));
  if (hour !== undefined && !contents.hours.has(hour)) throw new Refusal(noHour(hour, [...contents.hours]));
  return { columns, rows, total_rows };
}

const hourOf = (columns: readonly string[], row: Row): Cell =>
  row[columns.indexOf(columns.includes('interval') ? 'interval' : 'hour')] ?? null;

/** Elements and hours that the table has. */
interface TableContents {
  readonly names: Set<string>;
  readonly hours: Set<Cell>;
  hasElement: boolean;
}

/** Returns true if a row matches the filter; records its element and hour in `contents`. */
function fits(row: Row, at: Cell, { element, hour }: Filter, contents: TableContents): boolean {
  contents.names.add(String(row[0]));
  contents.hours.add(at);
  const isOf = element === undefined || row.some((cell) => String(cell) === element);
  contents.hasElement ||= isOf;
  return isOf && (hour === undefined || at === hour);
}

const MOST_NAMED = 20;

function noElement(element: string, names: readonly string[]): string {
  if (names.length === 0) return `The table is empty: no element "${element}"`;
  const near = names.filter((name) => name.toLowerCase().includes(element.toLowerCase()));
  const examples = (near.length > 0 ? near : names).slice(0, MOST_NAMED);
  return `The table has no element "${element}"; it has ${names.length}, such as ${examples.join(', ')}`;
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
    'Differences between two solved jobs, second minus first: costs by part, commitment changes, and the largest differences of output (MW) and price ($/MWh) by element and hour.',
  input: z.strictObject({
    job_id: id('The first job, such as the base'),
    other_job_id: id('The second job, such as the changed case'),
    limit: page.limit.describe('Maximum of rows per kind'),
  }),
  output: z.looseObject({
    cost: z.looseObject({}).describe('Differences, $'),
    costs: z.looseObject({}).describe('Costs of each job, $'),
    commitment: z.array(z.looseObject({ generator: z.string(), hour: z.number() })),
    commitment_changes: z.number(),
    differences: z
      .array(z.looseObject({ table: z.string(), element_id: z.string(), hour: z.number() }))
      .describe('Largest of each table first'),
    citations,
  }),
  hints: READS,
  async run({ job_id, other_job_id, limit }, work) {
    const reply = work.client.GET('/api/modules/analyst/solve/{job_id}/diff/{other_job_id}', {
      params: { path: { job_id, other_job_id } },
      ...{ signal: work.signal, parseAs: 'stream' },
    });
    // The cast is needed because the reply is read as text; the API document defines its shape.
    const diff = parseJson(await readText(reply, work)) as Diff;
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

export const checkAc = defineTool({
  name: 'check_ac',
  title: 'Check a schedule by AC power flows',
  description:
    'AC power flow of every interval of a schedule: convergence, losses, voltages outside their limits, branches above their rating, reactive limits. assumptions lists every default that took the place of absent AC data. intervals has only those with a finding.',
  input: z.strictObject({
    job_id: id('Job with a schedule and lines'),
    slack_buses: z.array(z.int()).min(1).max(100).describe('One bus of each island, which balances it'),
    power_factor: z.number().gt(0).max(1).optional().describe('Of loads without reactive data; default 1'),
    v_min_pu: z.number().min(0.1).max(2).optional().describe('Lower limit of voltages; default 0.9'),
    v_max_pu: z.number().min(0.1).max(2).optional().describe('Upper limit of voltages; default 1.1'),
  }),
  output: z.looseObject({
    job_id: z.string(),
    summary: z.looseObject({ intervals: z.number(), converged: z.number() }),
    intervals: z.array(z.looseObject({ interval: z.number(), converged: z.boolean() })),
  }),
  hints: READS,
  narrow: 'The worst elements come first in each list',
  async run(
    { job_id, slack_buses, power_factor = null, v_min_pu = null, v_max_pu = null },
    { client, signal },
  ) {
    const limits = { v_min_pu, v_max_pu, reactive_limits: true };
    const body = { slack_buses, power_factor, ...limits, with_voltages: false };
    const params = { path: { job_id } };
    const check = await data(
      client.POST('/api/modules/analyst/solve/{job_id}/ac-check', { params, body, signal }),
    );
    const intervals = check.intervals.filter(
      ({ converged, voltage_violations, overloads, reactive_limits }) =>
        !converged || voltage_violations + overloads + reactive_limits > 0,
    );
    return { job_id, summary: check.summary, assumptions: check.assumptions, intervals };
  },
});
