/** `grid connect`: how much power can connect at buses of a network. */
import { InvalidArgumentError } from 'commander';
import { data } from '../../client/client.ts';
import {
  type Connections,
  followStudy,
  readConnections,
  type Study,
  submitStudy,
} from '../../client/runs.ts';
import type { Context } from '../connection/perform.ts';
import { EXIT, type Exit } from '../terminal/exit.ts';
import { bar } from '../terminal/progress-line.ts';
import { decimal, plain, textTable } from '../terminal/text.ts';
import type { GridCommand } from './grid-command.ts';
import { amount, share, wholeNumber, withoutAbsent } from './option-values.ts';
import { watchRun } from './watch.ts';

interface ConnectOptions {
  readonly bus?: number[];
  readonly area?: string;
  readonly kind: Candidate['kind'];
  readonly maxMw: number;
  readonly start?: string;
  readonly days?: number;
  readonly n1?: boolean;
  readonly reserves?: boolean;
  readonly losses?: boolean;
  readonly flexibleHours?: number[];
  readonly gap?: number;
  readonly timeout?: number;
  readonly watch?: boolean;
}

type Candidate = Connections['candidates'][number];

export function addConnectCommand(program: GridCommand): void {
  program
    .command('connect')
    .argument('<network>', 'id of a stored network')
    .description('How much power can connect at buses of a network, as proven intervals')
    .option('--bus <numbers>', 'such as 8 or 3,8; default: every bus', wholeNumbers)
    .option('--area <name>', 'every bus of an area')
    .choice('--kind <kind>', ['load', 'generation', 'storage'], undefined, 'load')
    .requiredOption('--max-mw <MW>', 'largest power of interest', amount)
    .option('--start <date>', 'first hour, in local time of the network, such as 2020-07-01')
    .option('--days <n>', 'days that are studied; default 1', wholeNumber)
    .option('--n-1', 'secure against the loss of any line that islands no bus')
    .option('--reserves', 'keep the reserve of the network')
    .option('--losses', 'with transmission losses')
    .option('--flexible-hours <numbers>', 'hours in which it may be reduced, such as 20,100', wholeNumbers)
    .option('--gap <share>', 'gap at which a solve stops, such as 0.1%', share)
    .option('--timeout <seconds>', 'time limit of each solve', wholeNumber)
    .option('-w, --watch', 'follow until it ends')
    .examples(
      'grid connect rts24 --bus 8 --max-mw 400 --watch',
      'grid connect mine --area North --kind generation --max-mw 200 --days 7 --n-1',
    )
    .asks(connect);
  const one = program.command('connection').description('Studies of new connections');
  const about = (verb: string, words: string, act: (context: Context, study_id: string) => Promise<Exit>) =>
    one
      .command(verb)
      .argument('<id>', 'of the study')
      .description(words)
      .examples(`grid connection ${verb} ID`)
      .asks(act);
  about('results', 'Intervals, limits that bind and remedies', showResults);
  about('watch', 'Follow a study until it ends', watchStudy);
  about('resume', 'Continue a failed or cancelled study', async ({ client, screen }, study_id) => {
    const params = { path: { study_id } };
    screen.answer(await data(client.POST('/api/connection-studies/{study_id}/resume', { params })));
    return EXIT.solved;
  });
}

function wholeNumbers(text: string): number[] {
  const values = text.split(',').map(wholeNumber);
  if (values.length === 0) throw new InvalidArgumentError('Should be whole numbers, such as 3,8.');
  return values;
}

async function connect(context: Context, network_id: string, options: ConnectOptions): Promise<Exit> {
  const { bus, area, kind } = options;
  const study = {
    network_id,
    candidates: { kind, buses: bus ?? (area === undefined ? ('all' as const) : { area }) },
    ...{ max_mw: options.maxMw, start: options.start, days: options.days, n_1: options.n1 },
    ...{ include_reserves: options.reserves, losses: options.losses, mip_gap: options.gap },
    ...{ flexible_hours: options.flexibleHours, time_limit: options.timeout },
  };
  const { study_id, warnings = [] } = await submitStudy(context.client, withoutAbsent(study));
  for (const warning of warnings) context.screen.note(`warning: ${plain(warning)}`);
  if (options.watch) return watchStudy(context, study_id);
  context.screen.answer({ study_id });
  context.screen.say(`Submitted study ${study_id}. To watch it: grid connection watch ${study_id}`);
  return EXIT.solved;
}

function watchStudy(context: Context, study_id: string): Promise<Exit> {
  const params = { path: { study_id } };
  return watchRun<Study>(
    context,
    {
      title: `study ${study_id}`,
      follow: (options) => followStudy(context.client, study_id, options),
      line: ({ progress, parts_done, parts_total, status }) =>
        `connections ${bar(progress)}  ${parts_done} of ${parts_total}  ${status}`,
      phase: ({ status, parts_done }) => `${status} ${parts_done}`,
      cancel: () => data(context.client.DELETE('/api/connection-studies/{study_id}', { params })),
      again: `grid connection watch ${study_id}`,
    },
    async ({ status, error }) => {
      if (status === 'completed') return showResults(context, study_id);
      context.screen.say(`${context.screen.paint('red', status)}: ${plain(error?.message ?? 'no result')}`);
      return EXIT.refused;
    },
  );
}

async function showResults({ client, screen }: Context, study_id: string): Promise<Exit> {
  const results = await readConnections(client, study_id);
  screen.answer(results);
  if (results.base.message !== null)
    screen.say(
      `Nothing can connect, because the network cannot serve its load: ${plain(results.base.message)}`,
    );
  const reduced = (results.candidates[0]?.flexible_mw ?? []).map(({ hours }) => `MW less ${hours} h`);
  const head = ['Bus', 'Kind', 'Firm MW', ...reduced, 'Binds first', '+10 % with'];
  for (const line of textTable(head, results.candidates.map(rowOf))) screen.say(line);
  for (const { bus, kind, wide } of results.candidates)
    if (wide !== undefined) screen.say(`Bus ${bus}, ${kind}: ${plain(wide)}`);
  return results.base.serves ? EXIT.solved : EXIT.infeasible;
}

const mw = ({ at_least, at_most }: Candidate['firm_mw']): string =>
  `${decimal(at_least)} to ${decimal(at_most)}`;

const rowOf = ({ bus, kind, firm_mw, flexible_mw, remedy }: Candidate) => [
  ...[String(bus), kind, mw(firm_mw), ...flexible_mw.map(mw)],
  remedy &&
    `${remedy.kind} ${remedy.id ?? ''}${remedy.contingency === null ? '' : ` after ${remedy.contingency}`}`,
  remedy && `${decimal(remedy.change_mw)} MW`,
];
