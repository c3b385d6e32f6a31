/** `grid schedules`: recurring runs. */
import { data } from '../../client/client.ts';
import { shortId } from '../connection/ids.ts';
import type { Context } from '../connection/perform.ts';
import { EXIT, type Exit } from '../terminal/exit.ts';
import { localTime, plain } from '../terminal/text.ts';
import type { GridCommand } from './grid-command.ts';
import { confirmRemoval } from './keep.ts';
import { addList } from './lists.ts';
import { wholeNumber, withoutAbsent } from './option-values.ts';
import { JOB_TYPES } from './solve.ts';

const OVERLAPS = ['skip', 'buffer_one', 'buffer_all', 'allow_all'] as const;
const VERBS = [
  ['pause', 'Pause a schedule'],
  ['unpause', 'Resume a paused schedule'],
  ['trigger', 'Start a run now, in addition to its times'],
] as const;

export function addScheduleCommands(program: GridCommand): void {
  const group = addList(program, 'schedules', 'Recurring runs, by name');
  group
    .command('create')
    .argument('<name>')
    .description('Solve the newest version of a scenario at regular times')
    .requiredOption('--scenario <id>')
    .option('--cron <line>', 'minute, hour, day of month, month, day of week')
    .option('--every <minutes>', 'instead of --cron', wholeNumber)
    .option('--time-zone <name>', 'of --cron; default: UTC')
    .choice('-t, --type <type>', JOB_TYPES, 'default: type of the scenario')
    .choice('--overlap <policy>', OVERLAPS, 'if the last run is still going; default: skip')
    .examples(
      `grid schedules create morning --scenario case --cron '30 6 * * MON-FRI' --time-zone Europe/Berlin`,
    )
    .asks(create);
  for (const [verb, description] of VERBS)
    group.about('schedule', verb, description, async ({ client, screen }, schedule_id) => {
      const params = { path: { schedule_id } };
      const schedule = await data(client.POST(`/api/schedules/{schedule_id}/${verb}`, { params }));
      screen.answer(schedule);
      const run = 'started' in schedule && schedule.started?.run_id;
      screen.say(
        `${plain(schedule.name)}: ${run ? `started ${run}` : (schedule.note ?? nextWords(schedule))}`,
      );
      return EXIT.solved;
    });
  group
    .about('schedule', 'backfill', 'Start the runs of a range in the past', backfill)
    .requiredOption('--from <time>', 'ISO 8601 with an offset')
    .requiredOption('--to <time>')
    .examples('grid schedules backfill morning --from 2026-10-01T00:00:00Z --to 2026-10-08T00:00:00Z');
  group.about('schedule', 'history', 'Past times with their runs, newest first', history);
  group
    .about('schedule', 'delete', 'Delete a schedule; its runs stay', deleteSchedule)
    .option('-y, --yes', 'do not ask');
}

async function deleteSchedule(
  { client, screen }: Context,
  schedule_id: string,
  { yes }: { readonly yes?: boolean },
): Promise<Exit> {
  await confirmRemoval([schedule_id], yes);
  await data(client.DELETE('/api/schedules/{schedule_id}', { params: { path: { schedule_id } } }));
  screen.answer({ deleted: schedule_id });
  screen.say(`Deleted ${schedule_id}`);
  return EXIT.solved;
}

const nextWords = ({ next_times: [next] }: { readonly next_times: readonly string[] }): string =>
  `next at ${localTime(next ?? null)}`;

interface Asked {
  readonly scenario: string;
  readonly cron?: string;
  readonly every?: number;
  readonly timeZone?: string;
  readonly type?: (typeof JOB_TYPES)[number];
  readonly overlap?: (typeof OVERLAPS)[number];
}

async function create({ client, screen }: Context, name: string, options: Asked): Promise<Exit> {
  const { scenario, cron, every: every_minutes, timeZone: time_zone, type: job_type, overlap } = options;
  const times = withoutAbsent({ cron, every_minutes, time_zone, overlap });
  const solve = { scenario_id: scenario, ...withoutAbsent({ job_type }) };
  const schedule = await data(client.POST('/api/schedules', { body: { name, ...times, solve } }));
  screen.answer(schedule);
  screen.say(`${plain(name)}: ${nextWords(schedule)}`);
  return EXIT.solved;
}

async function backfill(
  { client, screen }: Context,
  schedule_id: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<Exit> {
  const request = { params: { path: { schedule_id } }, body: { from, to } };
  const range = await data(client.POST('/api/schedules/{schedule_id}/backfill', request));
  screen.answer(range);
  screen.say(`Starting ${range.times.length} times, except those that already have a run`);
  return EXIT.solved;
}

async function history({ client, screen }: Context, schedule_id: string): Promise<Exit> {
  const params = { path: { schedule_id } };
  const page = await data(client.GET('/api/schedules/{schedule_id}/history', { params }));
  screen.answer(page, page.history);
  const rows = page.history.map(({ scheduled_at, status, kind, run_id, reason, note }) => {
    const run = run_id === null ? '' : `${kind} ${shortId(run_id)}`;
    return [localTime(scheduled_at), status, run, reason ?? note ?? ''];
  });
  screen.table(['TIME', 'STATUS', 'RUN', 'REASON'], rows);
  return EXIT.solved;
}
