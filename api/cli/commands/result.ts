/** `grid result`: a result as a whole, or one of its tables. */
import { type Command, Option } from 'commander';
import { data, type operations } from '../../client/client.ts';
import { type Context, perform } from '../connection/perform.ts';
import { csvRows } from '../files/csv-rows.ts';
import { bodyOf, save } from '../files/save.ts';
import { EXIT, type Exit, Refusal } from '../terminal/exit.ts';
import { alignedRows, type Row } from '../terminal/text-table.ts';
import { examples } from './examples.ts';
import { showOutcome } from './outcome.ts';

type Query = NonNullable<operations['getModulesAnalystSolveByJobIdResults']['parameters']['query']>;
type TableName = NonNullable<Query['table']>;

/** The compiler refuses a list that lacks a table of the document. */
const TABLES = {
  dispatch: true,
  commitment: true,
  lmp: true,
  flows: true,
  dc_flows: true,
  reserves: true,
  emissions: true,
  binding_constraints: true,
  startup: true,
  storage: true,
  renewables: true,
  unserved: true,
  overflow: true,
  losses: true,
  costs: true,
  certificate: true,
  convergence: true,
} as const satisfies Record<TableName, true>;

const FORMATS = ['table', 'csv', 'json'] as const;
type Format = (typeof FORMATS)[number];

interface ResultOptions {
  readonly table?: TableName;
  readonly format?: Format;
  readonly output?: string;
}

export function addResultCommand(program: Command): void {
  program
    .command('result')
    .argument('<id>', 'of the job')
    .description('Result of a job: what it came to, all of it as JSON, or one table')
    .addOption(new Option('-t, --table <name>').choices(Object.keys(TABLES)))
    .addOption(new Option('-f, --format <format>', 'default: table on a terminal, else csv').choices(FORMATS))
    .option('-o, --output <file>', 'write it there')
    .addHelpText(
      'after',
      examples(
        'grid result ID',
        'grid result ID --table lmp --format csv -o prices.csv',
        'grid result ID --table dispatch | sort -t, -k3 -n | tail',
        'grid result ID --format json -o result.json',
      ),
    )
    .action((id: string, options: ResultOptions, command: Command) =>
      perform(command, (context) => showResult(context, id, options)),
    );
}

async function showResult(context: Context, id: string, options: ResultOptions): Promise<Exit> {
  const { table, format, output } = options;
  const { client, screen } = context;
  const job = await data(
    client.GET('/api/modules/analyst/solve/{job_id}/status', { params: { path: { job_id: id } } }),
  );
  if (table === undefined && (format === 'csv' || format === 'table'))
    throw new Refusal(`--format ${format} is for one table: add --table`);
  if (job.status === 'queued' || job.status === 'running')
    throw new Refusal(`The job is ${job.status}: grid job ${id} --watch`);
  if (job.status !== 'completed') return showOutcome(context, job);
  if (table !== undefined) {
    await showTable(context, id, { ...options, table });
  } else if (format === 'json' || output !== undefined || screen.isJson) {
    await save(bodyOf(await readStream(context, id, { format: 'json' })), output);
    if (output === undefined) process.stdout.write('\n');
  } else return showOutcome(context, job);
  return job.termination_status === 'INFEASIBLE' ? EXIT.infeasible : EXIT.solved;
}

const readStream = ({ client }: Context, job_id: string, query: Query): Promise<unknown> =>
  data(
    client.GET('/api/modules/analyst/solve/{job_id}/results', {
      params: { path: { job_id }, query },
      parseAs: 'stream',
    }),
  );

async function showTable(
  context: Context,
  id: string,
  { table, format, output }: ResultOptions,
): Promise<void> {
  const body = bodyOf(await readStream(context, id, { format: 'csv', ...(table && { table }) }));
  const chosen = context.screen.isJson ? 'json' : (format ?? (isForPeople(output) ? 'table' : 'csv'));
  if (chosen === 'csv') return save(body, output);
  const rows = csvRows(body.setEncoding('utf8'));
  return save(chosen === 'json' ? asJson(rows) : asText(rows), output);
}

const isForPeople = (output: string | undefined): boolean =>
  output === undefined && process.stdout.isTTY === true;

/** An array of objects, one a line. */
export async function* asJson(rows: AsyncIterable<readonly string[]>): AsyncGenerator<string> {
  let head: readonly string[] | undefined;
  let before = '[\n';
  for await (const row of rows) {
    if (head === undefined) {
      head = row;
      continue;
    }
    const cells = head.map((name, at) => [name, toValue(row[at] ?? '')]);
    yield before + JSON.stringify(Object.fromEntries(cells));
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}

const NUMBER = /^-?\d+(?:\.\d+)?(?:e[-+]?\d+)?$/i;

/** Null for an empty cell; names that look like numbers are numbers. */
const toValue = (cell: string): string | number | null => {
  if (cell === '') return null;
  return NUMBER.test(cell) ? Number(cell) : cell;
};

/** Columns are as wide as these rows need. */
const SAMPLE = 200;

export async function* asText(rows: AsyncIterable<readonly string[]>): AsyncGenerator<string> {
  const sample: Row[] = [];
  let write: ((rows: readonly Row[]) => string[]) | undefined;
  const open = () => alignedRows((sample[0] ?? []).map(String), sample.slice(1));
  for await (const row of rows) {
    if (write) yield `${write([row])[0]}\n`;
    else if (sample.push(row) > SAMPLE) {
      write = open();
      yield `${write(sample).join('\n')}\n`;
    }
  }
  if (!write) yield `${open()(sample).join('\n')}\n`;
}
