/** `grid diff`: compares two schedules. */
import { data, type Reply } from '../../client/client.ts';
import { idOf } from '../connection/ids.ts';
import type { Context } from '../connection/perform.ts';
import { EXIT } from '../terminal/exit.ts';
import { change, money, moneyChange, plain } from '../terminal/text.ts';
import type { GridCommand } from './grid-command.ts';

type Diff = Reply<'getModulesAnalystSolveByJobIdDiffByOtherJobId'>;

type Series = Readonly<Record<string, readonly number[]>>;

/** Maximum number of rows per table; the JSON has all rows. */
const MOST_ROWS = 10;
const MOST_NAMES = 20;

const COST_ROWS = [
  ['energy', 'energy'],
  ['no_load', 'no-load'],
  ['startup', 'startup'],
  ['shutdown', 'shutdown'],
  ['total', 'operating cost'],
  ['penalties', 'penalties'],
  ['stored_value', 'stored energy'],
  ['bid_value', 'demand of bids'],
  ['objective', 'objective'],
] as const;

export function addDiffCommand(program: GridCommand): void {
  program
    .command('diff')
    .argument('<first>', 'job')
    .argument('<second>', 'job to compare it with')
    .description('Compare two schedules: cost, commitment, dispatch, prices')
    .examples('grid diff FIRST SECOND', 'grid diff FIRST SECOND --json | jq .cost')
    .asks(showDiff);
}

async function showDiff({ client, screen }: Context, first: string, second: string) {
  const job_id = await idOf(client, 'job', first);
  const params = { path: { job_id, other_job_id: await idOf(client, 'job', second) } };
  const diff = await data(client.GET('/api/modules/analyst/solve/{job_id}/diff/{other_job_id}', { params }));
  const costs = COST_ROWS.map(([part, text]) => ({
    part: text,
    first: diff.costs.first[part],
    second: diff.costs.second[part],
    change: diff.cost[part],
  }));
  screen.answer(diff, costs);
  for (const note of diff.notes) screen.note(`note: ${plain(note)}`);
  screen.table(
    ['COST', 'FIRST', 'SECOND', 'CHANGE'],
    costs.map((row) => [row.part, money(row.first), money(row.second), moneyChange(row.change)]),
  );
  const period = diff.interval_minutes === undefined ? 'HOUR' : 'INTERVAL';
  const tables = [
    {
      head: ['UNIT', period, 'ON'],
      rows: diff.commitment.map((flip) => [flip.generator, flip.hour, flip.to]),
    },
    { head: ['UNIT', period, 'CHANGE MW'], rows: largest(diff.dispatch_mw) },
    { head: ['BUS', period, 'CHANGE $/MWh'], rows: largest(diff.lmp) },
  ];
  for (const { head, rows } of tables) {
    if (rows.length === 0) continue;
    screen.say('');
    screen.table(head, rows.slice(0, MOST_ROWS));
    if (rows.length > MOST_ROWS) screen.say(`and ${rows.length - MOST_ROWS} more`);
  }
  showMissing(screen, diff);
  return EXIT.solved;
}

/** Nonzero changes over all hours, largest first. */
function largest(series: Series): (string | number)[][] {
  const changes = Object.entries(series).flatMap(([name, hours]) =>
    hours.flatMap((value, hour) => (value === 0 ? [] : [{ name, hour, value }])),
  );
  return changes
    .sort((a, b) => Math.abs(b.value) - Math.abs(a.value))
    .map(({ name, hour, value }) => [name, hour, change(value)]);
}

function showMissing(screen: Context['screen'], { only_in_first, only_in_second }: Diff): void {
  const sides = [
    ['Only in the first', only_in_first],
    ['Only in the second', only_in_second],
  ] as const;
  for (const [words, { generators, buses }] of sides) {
    const names = [...generators, ...buses];
    const more = names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : '';
    if (names.length > 0) screen.say(`${words}: ${plain(names.slice(0, MOST_NAMES).join(', '))}${more}`);
  }
}
