/** `grid jobs`, `runs`, `experiments`, `scenarios` and `networks`: lists of the server, page by page. */
import { data } from '../../client/client.ts';
import { type Job, type JobType, runTitle, standingWords } from '../../client/runs.ts';
import { type Item, type ListName, type Page, readList, shortId } from '../connection/ids.ts';
import type { Context } from '../connection/perform.ts';
import { EXIT, type Exit, Refusal } from '../terminal/exit.ts';
import { statusWords } from '../terminal/progress-line.ts';
import { type Cell, duration, localTime, money, percent } from '../terminal/text.ts';
import type { GridCommand } from './grid-command.ts';
import { addScenarioActions } from './import.ts';
import { wholeNumber, withoutAbsent } from './option-values.ts';
import { JOB_TYPES } from './solve.ts';
import { watchRows } from './watch.ts';

/** Column head -> field, or function that returns the cell. `me`: id of the user. */
type Columns<I> = Readonly<Record<string, keyof I | ((item: I, me: string) => Cell)>>;

const KEPT = {
  OWNER: ({ owner }: { readonly owner: string | null }, me: string) => ownerWords(owner, me),
  UPDATED: ({ updated_at }: { readonly updated_at: string }) => localTime(updated_at),
  NAME: 'name',
} as const;

const created = ({ created_at }: { readonly created_at: string }): string => localTime(created_at);

const COLUMNS: { readonly [N in ListName]: Columns<Item<N>> } = {
  jobs: {
    JOB: ({ job_id }) => shortId(job_id),
    TYPE: 'job_type',
    STATUS: statusWords,
    OBJECTIVE: ({ objective_value }) => money(objective_value),
    PENALTIES: ({ penalty_usd }) => ((penalty_usd ?? 0) < 0.01 ? '' : money(penalty_usd)),
    SUBMITTED: ({ submitted_at }) => localTime(submitted_at),
    NAME: ({ name, scenario_id }) => name ?? scenario_id,
  },
  executions: {
    RUN: ({ execution_id }) => shortId(execution_id),
    MODEL: 'pcm_model_id',
    STATUS: standingWords,
    SOLVED: ({ windows_solved, windows_total }) => `${windows_solved}/${windows_total}`,
    COST: ({ total_cost_usd }) => money(total_cost_usd),
    GAP: ({ largest_mip_gap }) => percent(largest_mip_gap),
    CREATED: created,
    TOOK: ({ created_at: from, finished_at: to }) =>
      duration(to === null ? null : (Date.parse(to) - Date.parse(from)) / 1000),
    OF: runTitle,
  },
  experiments: {
    EXPERIMENT: ({ experiment_id }) => shortId(experiment_id),
    STATUS: standingWords,
    DONE: ({ scenarios_completed, scenarios_total }) => `${scenarios_completed}/${scenarios_total}`,
    FAILED: 'scenarios_failed',
    UNSOLVED: 'scenarios_unsolved',
    CREATED: created,
    NAME: 'name',
  },
  scenarios: { SCENARIO: 'scenario_id', TYPE: 'job_type', ...KEPT },
  networks: { NETWORK: 'network_id', ...KEPT },
  schedules: {
    SCHEDULE: ({ schedule_id }) => shortId(schedule_id),
    NAME: 'name',
    TIMES: ({ cron, every_minutes, time_zone }) =>
      cron === null ? `every ${every_minutes} min` : `${cron} ${time_zone}`,
    NEXT: ({ note, next_times: [next] }) => note ?? localTime(next ?? null),
    LAST: ({ last }) => (last ? `${last.status} ${last.reason ?? ''}`.trim() : ''),
  },
  webhooks: {
    WEBHOOK: ({ webhook_id }) => shortId(webhook_id),
    ADDRESS: 'url',
    EVENTS: ({ events }) => events.join(' '),
    STATE: ({ status, disabled_reason }) => disabled_reason ?? status,
  },
};

/** List -> hint that is shown when it is empty. */
const EMPTY: Readonly<Record<ListName, string>> = {
  jobs: 'No jobs yet. Submit one: grid solve demo-24h',
  executions: 'No runs yet. Start one: grid run pcm-rolling --network rts24 --days 2',
  experiments: 'No experiments yet. Run one: grid experiment run matrix.json --base demo-24h',
  scenarios: 'No scenarios yet. Make one: grid import case.json',
  networks: 'No networks yet. Make one: grid import FOLDER --network',
  schedules:
    "No schedules yet. Make one: grid schedules create morning --scenario demo-24h --cron '30 6 * * *'",
  webhooks: 'No webhooks yet. Make one: grid webhooks create https://receiver.example/grid',
};

function ownerWords(owner: string | null, me: string): string {
  if (owner === null) return 'shared';
  return owner === me ? 'you' : shortId(owner);
}

interface ListOptions extends Page {
  readonly status?: Job['status'];
  readonly type?: JobType;
  readonly scenario?: string;
  readonly tag?: string;
  readonly watch?: boolean;
}

const STATUSES = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const;

export function addListCommands(program: GridCommand): void {
  addList(program, 'jobs', 'Jobs, newest first')
    .choice('-t, --type <type>', JOB_TYPES)
    .option('--scenario <id>', 'only of this scenario')
    .option('--tag <tag>', 'only with this tag');
  addList(program, 'executions', 'Runs of the model builder, newest first', 'runs');
  addList(program, 'experiments', 'Experiments, newest first');
  addScenarioActions(addList(program, 'scenarios', 'Scenarios, last changed first, then shared ones'));
  addList(program, 'networks', 'Networks, last changed first, then shared ones');
}

/** Adds the command of a list. `name`: full command; its last word is the name within a group. */
export function addList<N extends ListName>(
  program: GridCommand,
  list: N,
  description: string,
  name: string = list,
) {
  const command = program.command(name.split(' ').at(-1) ?? name).description(description);
  if ('STATUS' in COLUMNS[list])
    command.choice('-s, --status <status>', STATUSES).option('-w, --watch', 'update the table until Ctrl-C');
  return command
    .option('-L, --limit <n>', 'maximum of rows, up to 100', wholeNumber, 20)
    .option('--offset <n>', 'rows to skip', wholeNumber, 0)
    .examples(`grid ${name}`, `grid ${name} --limit 100 -o csv`)
    .asks((context, options: ListOptions) => (options.watch ? watch : show)(context, list, options));
}

async function read<N extends ListName>({ client }: Context, list: N, options: ListOptions) {
  const { limit, offset, status, type: job_type, scenario: scenario_id, tag } = options;
  const query = withoutAbsent({ status, job_type, scenario_id, tag });
  const page = await readList(client, list, { limit, offset, ...query });
  const items: readonly Item<N>[] = Object(page)[list];
  return { page, items, isFiltered: Object.keys(query).length > 0 };
}

async function show<N extends ListName>(context: Context, list: N, options: ListOptions): Promise<Exit> {
  const { client, screen } = context;
  const { page, items, isFiltered } = await read(context, list, options);
  screen.answer(page, items);
  if (items.length > 0 && screen.isForPeople) {
    const isOwned = 'OWNER' in COLUMNS[list];
    const me = isOwned ? (await data(client.GET('/api/users/me'))).user_id : '';
    screen.table(Object.keys(COLUMNS[list]), rowsOf(list, items, me));
  }
  if (page.total === 0) screen.note(isFiltered ? 'None match' : EMPTY[list]);
  else if (items.length < page.total) screen.note(placeOf(options.offset, items.length, page.total));
  return EXIT.solved;
}

function placeOf(offset: number, shown: number, total: number): string {
  const end = offset + shown;
  const next = end < total ? `; the next: --offset ${end}` : '';
  return `${shown === 0 ? 'None' : `${offset + 1} to ${end}`} of ${total}${next}`;
}

function rowsOf<N extends ListName>(list: N, items: readonly Item<N>[], me = ''): Cell[][] {
  const columns: Columns<Item<N>> = COLUMNS[list];
  return items.map((item) =>
    Object.values(columns).map((cell) => (typeof cell === 'function' ? cell(item, me) : String(item[cell]))),
  );
}

function watch<N extends ListName>(context: Context, list: N, options: ListOptions): Promise<Exit> {
  const { screen } = context;
  if (!screen.isForPeople) throw new Refusal(`--watch shows a table: leave out the format ${screen.format}`);
  return watchRows(screen, Object.keys(COLUMNS[list]), async () => {
    const { items } = await read(context, list, options);
    return rowsOf(list, items);
  });
}
