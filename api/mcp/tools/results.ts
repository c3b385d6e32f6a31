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
  description: `Rows of one table of a result: ${TOLD}. Narrow it by element and hour; limit and offset page through it. Of an experiment: one row per scenario. Each row names its element and hour, which with job_id and table are the cell of its figures.`,
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
    rows: z.array(z.record(z.string(), z.union([z.string(), z.number(), z.null()]))),
    total_rows: z.number().describe('Rows that match, of which limit are shown from offset on'),
  }),
  hints: READS,
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
    const lines = Readable.fromWeb(stream as unknown as WebStream);
    const rows: Row[] = [];
    let total_rows = 0;
    for await (const row of lines.pipe(parse({ columns: true, cast: cellOf })) as AsyncIterable<Row>) {
      if (hour !== undefined && (row['interval'] ?? row['hour']) !== hour) continue;
      if (element !== undefined && !Object.values(row).some((cell) => String(cell) === element)) continue;
      if (total_rows >= offset && rows.length < limit) rows.push(row);
      total_rows += 1;
    }
    const ref = job_id !== undefined ? { job_id, table } : { experiment_id, table: 'scenarios' };
    return { ...ref, rows, total_rows };
  },
});

type Row = Readonly<Record<string, string | number | null>>;

const cellOf = (text: string, { header }: { readonly header: boolean }): string | number | null => {
  if (header) return text;
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
