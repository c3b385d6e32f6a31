/** `grid schedules`: runs that start by themselves. */
import { data, type Reply } from '../../client/client.ts';
import { shortId } from '../connection/ids.ts';
import type { Context } from '../connection/perform.ts';
import { EXIT, type Exit, Refusal } from '../terminal/exit.ts';
import { localTime, plain } from '../terminal/text.ts';
import type { GridCommand } from './grid-command.ts';
import { wholeNumber } from './option-values.ts';
import { JOB_TYPES } from './solve.ts';

type Schedule = Reply<'getSchedules'>['schedules'][number];

export function addScheduleCommands(program: GridCommand): void {
  const group = program.command('schedules').description('Runs that start by themselves');
  group.command('list').description('Your schedules, by name').examples('grid schedules list').asks(list);
  group
    .command('create')
    .argument('<name>')
    .description('Solve the newest version of a scenario again and again')
    .requiredOption('--scenario <id>')
    .option('--cron <line...>', 'minute, hour, day of month, month, day of week')
    .option('--every <minutes>', 'instead of --cron', wholeNumber)
    .option('--time-zone <name>', 'of --cron', 'UTC')
    .choice('-t, --type <type>', JOB_TYPES, 'default: that of the scenario')
    .choice('--overlap <policy>', OVERLAPS, 'when the run before is open', 'skip')
    .examples(
      `grid schedules create morning --scenario case --cron '30 6 * * MON-FRI' --time-zone Europe/Berlin`,
    )
    .asks(create);
  for (const [verb, description] of COMMANDS)
    group
      .command(verb)
      .argument('<name>', 'or id')
      .description(description)
      .examples(`grid schedules ${verb} morning`)
      .asks((context, text: string) => command(context, verb, text));
  group
    .command('backfill')
    .argument('<name>', 'or id')
    .description('Start what a range of the past would have started')
    .requiredOption('--from <time>', 'ISO 8601 with an offset')
    .requiredOption('--to <time>')
    .examples('grid schedules backfill morning --from 2026-10-01T00:00:00Z --to 2026-10-08T00:00:00Z')
    .asks(backfill);
  group
    .command('history')
    .argument('<name>', 'or id')
    .description('Its times, each with its run, newest first')
    .examples('grid schedules history morning')
    .asks(history);
  group
    .command('delete')
    .argument('<name>', 'or id')
    .description('Delete a schedule; its runs stay')
    .examples('grid schedules delete morning')
    .asks(remove);
}

const OVERLAPS = ['skip', 'buffer_one', 'buffer_all', 'allow_all'] as const;
const COMMANDS = [
  ['pause', 'Start nothing until it goes on'],
  ['unpause', 'Let it go on'],
  ['trigger', 'Start its run now, beside its times'],
] as const;
const MOST = 100;

const all = async ({ client }: Context) =>
  data(client.GET('/api/schedules', { params: { query: { limit: MOST } } }));

/** By its name, its id, or the beginning of that. */
async function find(context: Context, text: string): Promise<Schedule> {
  const { schedules } = await all(context);
  const named = schedules.filter(({ name }) => name === text);
  const found =
    named.length > 0 ? named : schedules.filter(({ schedule_id }) => schedule_id.startsWith(text));
  const [schedule] = found;
  if (!schedule || found.length > 1) throw new Refusal(`${found.length || 'No'} schedules are '${text}'`);
  return schedule;
}
const pathOf = ({ schedule_id }: Schedule) => ({ params: { path: { schedule_id } } });

async function list(context: Context): Promise<Exit> {
  const page = await all(context);
  const { screen } = context;
  screen.answer(page, page.schedules);
  if (page.schedules.length > 0)
    screen.table(['SCHEDULE', 'NAME', 'TIMES', 'NEXT', 'LAST'], page.schedules.map(row));
  else
    screen.note(
      "No schedules yet. Make one: grid schedules create morning --scenario demo-24h --cron '30 6 * * *'",
    );
  return EXIT.solved;
}

const row = ({
  schedule_id,
  name,
  cron,
  every_minutes,
  time_zone,
  paused,
  note,
  next_times,
  last,
}: Schedule) => [
  shortId(schedule_id),
  name,
  cron ? `${cron.join(', ')} ${time_zone}` : `every ${every_minutes} min`,
  paused ? (note ?? 'paused') : localTime(next_times[0] ?? null),
  last ? `${last.status} ${last.reason ?? ''}`.trim() : '',
];

interface Asked {
  readonly scenario: string;
  readonly cron?: string[];
  readonly every?: number;
  readonly timeZone: string;
  readonly type?: (typeof JOB_TYPES)[number];
  readonly overlap: (typeof OVERLAPS)[number];
}

async function create({ client, screen }: Context, name: string, asked: Asked): Promise<Exit> {
  const { scenario, cron, every, timeZone, type, overlap } = asked;
  const body = {
    name,
    overlap,
    time_zone: timeZone,
    ...(cron && { cron }),
    ...(every !== undefined && { every_minutes: every }),
    solve: { scenario_id: scenario, ...(type && { job_type: type }) },
  };
  const made = await data(client.POST('/api/schedules', { body }));
  screen.answer(made);
  screen.say(`The schedule ${plain(name)} starts next at ${localTime(made.next_times[0] ?? null)}`);
  return EXIT.solved;
}

async function command(context: Context, verb: (typeof COMMANDS)[number][0], text: string): Promise<Exit> {
  const schedule = await find(context, text);
  const told = await data(context.client.POST(`/api/schedules/{schedule_id}/${verb}`, pathOf(schedule)));
  context.screen.answer(told);
  context.screen.say(`${plain(schedule.name)}: ${verb} is done`);
  return EXIT.solved;
}

async function backfill(
  context: Context,
  text: string,
  body: { readonly from: string; readonly to: string },
): Promise<Exit> {
  const schedule = await find(context, text);
  const { from, to } = body;
  const asked = { ...pathOf(schedule), body: { from, to } };
  const told = await data(context.client.POST('/api/schedules/{schedule_id}/backfill', asked));
  context.screen.answer(told);
  context.screen.say(`${told.times.length} times are started, unless they have a run`);
  return EXIT.solved;
}

async function history(context: Context, text: string): Promise<Exit> {
  const asked = pathOf(await find(context, text));
  const page = await data(context.client.GET('/api/schedules/{schedule_id}/history', asked));
  const { screen } = context;
  screen.answer(page, page.history);
  screen.table(
    ['TIME', 'STATUS', 'RUN', 'REASON'],
    page.history.map(({ scheduled_at, status, run_id, reason }) => [
      localTime(scheduled_at),
      status,
      run_id === null ? '' : shortId(run_id),
      reason ?? '',
    ]),
  );
  return EXIT.solved;
}

async function remove(context: Context, text: string): Promise<Exit> {
  const schedule = await find(context, text);
  await data(context.client.DELETE('/api/schedules/{schedule_id}', pathOf(schedule)));
  context.screen.answer({ deleted: schedule.schedule_id });
  context.screen.say(`Deleted ${plain(schedule.name)}`);
  return EXIT.solved;
}
