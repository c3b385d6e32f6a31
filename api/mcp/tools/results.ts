/** Tools that read what solves found: a part of a table, and the difference between two schedules. */
import { Readable } from 'node:stream';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { parse } from 'csv-parse';
import { z } from 'zod';
import { namesOf, RESULT_TABLES, type ResultTable } from '../../client/tables.ts';
import { jsonOf } from './cases.ts';
import { oneOf, runRef } from './jobs.ts';
import { citations, cite, defineTool, id, READS, Refusal, type Work } from './tool.ts';

const TABLES = namesOf(RESULT_TABLES);
const NOT_YET = 202;

export const getResult = defineTool({
  name: 'get_result',
  title: 'Rows of a result',
  description: `Rows of one table of a result: ${TABLES.map((name) => `${name} (${RESULT_TABLES[name].text.toLowerCase()})`).join(', ')}. Narrow it by element and hour; limit and offset page through it. Of an experiment: one row per scenario. Each row names its element and hour, which with job_id and table are the cell of its figures.`,
  input: z.strictObject({
    ...runRef,
    table: z.enum(TABLES).default('dispatch').describe('Of a job'),
    element: id('Only rows with this unit, bus, line or other name').optional(),
    hour: z.int().min(0).optional().describe('Only this hour, 0-based; an interval where these are shorter'),
    limit: z.int().min(1).max(500).default(100),
    offset: z.int().min(0).default(0),
  }),
  output: z.looseObject({
    job_id: z.string().optional(),
    experiment_id: z.string().optional(),
    table: z.string(),
    rows: z.array(z.record(z.string(), z.union([z.string(), z.number(), z.null()]))),
    total_rows: z.number().describe('Rows that match, of which limit are shown from offset on'),
  }),
  hints: READS,
  async run({ table, element, hour, limit, offset, ...args }, work) {
    const ref = oneOf(args);
    const rows: Row[] = [];
    let total_rows = 0;
    for await (const row of await rowsOf(ref, table, work)) {
      if (!matches(row, element, hour)) continue;
      if (total_rows >= offset && rows.length < limit) rows.push(row);
      total_rows += 1;
    }
    return { ...ref, table: 'job_id' in ref ? table : 'scenarios', rows, total_rows };
  },
});

type Row = Readonly<Record<string, string | number | null>>;

/** Names of elements stand in columns of text. */
const matches = (row: Row, element: string | undefined, hour: number | undefined): boolean =>
  (hour === undefined || (row['interval'] ?? row['hour']) === hour) &&
  (element === undefined || Object.values(row).some((cell) => String(cell) === element));

async function rowsOf(
  {
    job_id,
    experiment_id = '',
  }: ReturnType<typeof oneOf> & Partial<Record<'job_id' | 'experiment_id', string>>,
  table: ResultTable,
  { client, signal }: Work,
): Promise<AsyncIterable<Row>> {
  const { data, response } =
    job_id !== undefined
      ? await client.GET('/api/modules/analyst/solve/{job_id}/results', {
          params: { path: { job_id }, query: { format: 'csv', table } },
          ...{ signal, parseAs: 'stream' },
        })
      : await client.GET('/api/experiments/{experiment_id}/results/download', {
          params: { path: { experiment_id }, query: { format: 'csv', partial: true } },
          ...{ signal, parseAs: 'stream' },
        });
  if (response.status === NOT_YET || !data) {
    await response.body?.cancel();
    throw new Refusal('The job has not ended: call wait_for_job first');
  }
  // The types of the platform and of Node name the same stream.
  const stream = Readable.fromWeb(data as unknown as WebStream);
  return stream.pipe(parse({ columns: true, cast: cellOf }));
}

const cellOf = (text: string, { header }: { readonly header: boolean }): string | number | null => {
  if (header) return text;
  const value = Number(text);
  if (text === '') return null;
  return Number.isFinite(value) && String(value) === text ? value : text;
};

const difference = z.looseObject({
  table: z.string(),
  element_id: z.string(),
  hour: z.number(),
  difference: z.number(),
});

export const compareJobs = defineTool({
  name: 'compare_jobs',
  title: 'Compare two jobs',
  description:
    'What differs between two solved jobs, the second minus the first: costs by part, units that are on or off otherwise, and the largest differences of output (MW) and price ($/MWh) by element and hour.',
  input: z.strictObject({
    job_id: id('The first job, such as the base'),
    other_job_id: id('The second job, such as the changed case'),
    limit: z.int().min(1).max(100).default(20).describe('Most rows of each kind'),
  }),
  output: z.looseObject({
    cost: z.looseObject({}).describe('Differences, $'),
    costs: z.looseObject({}).describe('Of each job, $'),
    commitment: z.array(z.looseObject({ generator: z.string(), hour: z.number() })),
    commitment_changes: z.number(),
    differences: z.array(difference).describe('The largest first'),
    citations,
  }),
  hints: READS,
  async run({ job_id, other_job_id, limit }, work) {
    const { client, signal } = work;
    const diff = await jsonOf<Diff>(
      client.GET('/api/modules/analyst/solve/{job_id}/diff/{other_job_id}', {
        params: { path: { job_id, other_job_id } },
        ...{ signal, parseAs: 'stream' },
      }),
      work,
    );
    const { dispatch_mw, lmp, commitment, ...rest } = diff;
    return {
      ...{ job_id, other_job_id, ...rest },
      commitment: commitment.slice(0, limit),
      commitment_changes: commitment.length,
      differences: [...largest('dispatch', dispatch_mw, limit), ...largest('lmp', lmp, limit)],
      citations: [
        ...cite(job_id, 'costs', 'costs.first.objective', rest.costs.first['objective']),
        ...cite(other_job_id, 'costs', 'costs.second.objective', rest.costs.second['objective']),
      ],
    };
  },
});

type Costs = Readonly<Record<string, number | null>>;
type Series = Readonly<Record<string, readonly number[]>>;

interface Diff {
  readonly cost: Costs;
  readonly costs: Readonly<Record<'first' | 'second', Costs>>;
  readonly commitment: { readonly generator: string; readonly hour: number }[];
  readonly dispatch_mw: Series;
  readonly lmp: Series;
}

const largest = (table: 'dispatch' | 'lmp', series: Series, limit: number): z.infer<typeof difference>[] =>
  Object.entries(series)
    .flatMap(([element_id, hours]) =>
      hours.map((step, hour) => ({ table, element_id, hour, difference: step })),
    )
    .filter((row) => row.difference !== 0)
    .sort((a, b) => Math.abs(b.difference) - Math.abs(a.difference))
    .slice(0, limit);
