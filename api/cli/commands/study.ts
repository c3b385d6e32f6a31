/** `grid report` and `grid export-run`: results of a run of the model builder. */
import { data, type Reply } from '../../client/client.ts';
import { namesOf, RUN_TABLES, type RunQuery } from '../../client/tables.ts';
import type { Context } from '../connection/perform.ts';
import { bodyOf, save } from '../files/save.ts';
import { EXIT, type Exit, Refusal } from '../terminal/exit.ts';
import { count, decimal, money, percent, plain } from '../terminal/text.ts';
import type { GridCommand } from './grid-command.ts';
import { fileName } from './option-values.ts';

type Report = Reply<'getModelBuilderExecutionsByExecutionIdReport'>;

const GROUPS = ['unit', 'type', 'fuel', 'area', 'month'] as const;
type Group = (typeof GROUPS)[number];

interface ExportOptions extends RunQuery {
  readonly output?: string;
}

export function addStudyCommands(program: GridCommand): void {
  program
    .command('report')
    .argument('<id>', 'of the execution')
    .description('Report of a run: energy, cost, revenue and shortfalls')
    .choice('--by <group>', GROUPS, 'the rows', 'type')
    .examples('grid report ID', 'grid report ID --by month', 'grid report ID --json')
    .asksAbout('run', showReport);
  program
    .command('export-run')
    .argument('<id>', 'of the execution')
    .description('All hours of a run as one table')
    .choice('-t, --table <name>', namesOf(RUN_TABLES), undefined, 'dispatch')
    .choice('-f, --format <format>', ['csv', 'parquet'], undefined, 'csv')
    .choice(
      '--shape <shape>',
      ['long', 'wide'],
      'one row per hour and element, or one column per element',
      'long',
    )
    .option('-o, --output <file>', 'file to write', fileName)
    .examples(
      'grid export-run ID --table lmp -o prices.csv',
      'grid export-run ID --table dispatch --shape wide --format parquet -o year.parquet',
    )
    .asksAbout('run', exportRun);
}

async function showReport(
  { client, screen }: Context,
  execution_id: string,
  { by }: { by: Group },
): Promise<Exit> {
  const params = { path: { execution_id } };
  const report = await data(client.GET('/api/model-builder/executions/{execution_id}/report', { params }));
  const byRows = rowsBy(report, by);
  screen.answer(
    report,
    byRows.map(([name, row]) => ({ [by]: name, ...row })),
  );
  const { totals, hours, windows_done, windows_total } = report;
  const { verified, largest_mip_gap: gap } = report.certificate;
  const certified = verified ? `, all verified${gap === null ? '' : `, within ${percent(gap)}`}` : '';
  screen.say(`${count(hours)} h, ${windows_done} of ${windows_total} windows${certified}`);
  for (const sentence of report.verdict.sentences) screen.say(plain(sentence));
  screen.say(
    `operating cost ${money(totals.total_cost_usd)} + penalties ${money(totals.penalty_usd)} = objective ${money(totals.objective_value)}, uplift ${money(totals.uplift_usd)}`,
  );
  screen.say(
    `load ${decimal(totals.load_mwh)} MWh, unserved ${decimal(totals.unserved_mwh)}, curtailed ${decimal(totals.curtailed_mwh)}`,
  );
  const head = [by, 'MWh', 'thermal on', 'starts', 'cost', 'revenue'];
  screen.table(
    head,
    byRows.map(([name, row]) => [
      name ?? NAMELESS,
      decimal(row.generation_mwh),
      percent(shareOn(report, by, name, row)),
      count(row.starts),
      ...[row.total_cost_usd, row.revenue_usd].map(money),
    ]),
  );
  for (const { storage, charged_mwh: charged, discharged_mwh: discharged, cycles } of report.storage)
    screen.say(
      `storage ${plain(storage)}: charged ${decimal(charged)} MWh, discharged ${decimal(discharged)} MWh, ${count(cycles)} cycles`,
    );
  for (const warning of report.warnings) screen.note(`warning: ${plain(warning)}`);
  for (const { start_hour, message } of report.without_schedule)
    screen.say(`no schedule from hour ${start_hour}: ${plain(message ?? '')}`);
  return EXIT.solved;
}

type Row = Pick<
  Report['by_unit'][number],
  'generation_mwh' | 'hours_on' | 'starts' | 'total_cost_usd' | 'revenue_usd'
>;

/** Group of storage, and of units whose group the network does not state. */
const NAMELESS = 'not stated';

/** Share of unit-hours in which the thermal units of a row are on; null without thermal units. */
function shareOn(
  report: Report,
  by: Group,
  name: string | null,
  row: Row & { hours?: number },
): number | null {
  const thermal = report.by_unit.filter(
    (unit) => unit.kind === 'generator' && (by === 'month' || unit[by] === name),
  );
  const hours = thermal.length * (row.hours ?? report.hours);
  return hours > 0 ? row.hours_on / hours : null;
}

function rowsBy(report: Report, by: Group): (readonly [name: string | null, row: Row])[] {
  if (by === 'unit') return report.by_unit.map((row) => [row.unit, row]);
  if (by === 'month') return report.by_month.map((row) => [row.month, row]);
  return report[`by_${by}`].map((row) => [row.group, row]);
}

async function exportRun({ client }: Context, execution_id: string, options: ExportOptions): Promise<Exit> {
  const { output, ...query } = options;
  if (query.format === 'parquet' && output === undefined && process.stdout.isTTY)
    throw new Refusal('Parquet cannot be shown in a terminal: add --output');
  const stream = await data(
    client.GET('/api/model-builder/executions/{execution_id}/export', {
      params: { path: { execution_id }, query },
      parseAs: 'stream',
    }),
  );
  await save(bodyOf(stream), output);
  return EXIT.solved;
}
