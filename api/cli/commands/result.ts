/** `grid result`: a summary, the whole result or one of its tables. */
import type { Readable } from 'node:stream';
import { type CastingContext, parse } from 'csv-parse';
import { type Client, data } from '../../client/client.ts';
import { isOver } from '../../client/runs.ts';
import { namesOf, RESULT_TABLES, type ResultQuery, type ResultTable } from '../../client/tables.ts';
import { readJob } from '../connection/ids.ts';
import type { Context } from '../connection/perform.ts';
import { bodyOf, save } from '../files/save.ts';
import { EXIT, type Exit, Refusal } from '../terminal/exit.ts';
import { type Format, isFormat, type Screen } from '../terminal/screen.ts';
import { textTable } from '../terminal/text.ts';
import type { GridCommand } from './grid-command.ts';
import { showOutcome } from './outcome.ts';

interface ResultOptions {
  readonly table?: ResultTable;
  readonly format?: Format;
  readonly output?: string;
}

export function addResultCommand(program: GridCommand): void {
  program
    .command('result')
    .argument('<id>', 'of the job')
    .description('Result of a job: a summary, all of it as JSON, or one table')
    .choice('-t, --table <name>', namesOf(RESULT_TABLES))
    .choice('-f, --format <format>', ['table', 'csv', 'json'], 'default: table on a terminal, else csv')
    .option('-o, --output <file>', 'file to write; table, csv and json are formats, ./csv is a file')
    .examples(
      'grid result ID',
      'grid result ID --table lmp --format csv -o prices.csv',
      'grid result ID --table dispatch | sort -t, -k3 -n | tail',
      'grid result ID --format json -o result.json',
    )
    .asksAbout('job', showResult);
}

async function showResult(context: Context, id: string, options: ResultOptions): Promise<Exit> {
  const { client, screen } = context;
  const { table } = options;
  const { format, file } = whereTo(screen, options);
  if (format === 'yaml') throw new Refusal('A result is written as table, csv or json');
  if (table === undefined && (format === 'csv' || format === 'table'))
    throw new Refusal(`The format ${format} is for one table: add --table`);
  const job = await readJob(client, id);
  if (!isOver(job)) throw new Refusal(`The job is ${job.status}: grid job ${id} --watch`);
  const isWords = table === undefined && format === undefined && file === undefined;
  if (isWords || job.status !== 'completed') return showOutcome(context, job);
  if (table === undefined) await save(wholeJson(client, id), file);
  else {
    const chosen = format ?? (file === undefined && screen.isTerminal ? 'table' : 'csv');
    await save(await tableAs(chosen, client, id, table), file);
  }
  return job.termination_status === 'INFEASIBLE' ? EXIT.infeasible : EXIT.solved;
}

/** Separates the two uses of `-o`: a format or a file. */
function whereTo({ format }: Screen, { output, format: formatOption }: ResultOptions) {
  const file = isFormat(output) ? undefined : output;
  const isExplicit = format !== 'table' || output === format;
  return { file, format: formatOption ?? (isExplicit ? format : undefined) };
}

async function* wholeJson(client: Client, id: string) {
  yield* bodyOf(await readStream(client, id, { format: 'json' }));
  yield '\n';
}

async function tableAs(format: Format, client: Client, id: string, table: ResultTable) {
  const csv = bodyOf(await readStream(client, id, { format: 'csv', table }));
  if (format === 'csv') return csv;
  return format === 'json' ? asJson(csv) : asText(csv);
}

const readStream = (client: Client, job_id: string, query: ResultQuery): Promise<unknown> =>
  data(
    client.GET('/api/modules/analyst/solve/{job_id}/results', {
      params: { path: { job_id }, query },
      parseAs: 'stream',
    }),
  );

/**
 * Converts CSV to a JSON array with one object per line; empty cells become null. Names that look like numbers become
 * numbers as well.
 */
export async function* asJson(csv: Readable): AsyncGenerator<string> {
  const cast = (cell: string, { header }: CastingContext) => (header ? cell : toValue(cell));
  let before = '[\n';
  for await (const object of csv.compose(parse({ columns: true, cast }))) {
    yield before + JSON.stringify(object);
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}

const NUMBER = /^-?\d+(?:\.\d+)?(?:e[-+]?\d+)?$/i;

function toValue(cell: string): string | number | null {
  if (cell === '') return null;
  return NUMBER.test(cell) ? Number(cell) : cell;
}

/** Converts CSV to a text table. Reads the whole table first, because every row affects the column widths. */
export async function* asText(csv: Readable): AsyncGenerator<string> {
  const [head = [], ...rows]: string[][] = await csv.compose(parse()).toArray();
  for (const line of textTable(head, rows)) yield `${line}\n`;
}
