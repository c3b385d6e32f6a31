/** `grid experiment`: runs a matrix of scenarios, follows it and saves its table. */
import { data, type Reply } from '../../client/client.ts';
import type { JsonObject } from '../../client/file-format.ts';
import {
  type Experiment,
  type ExperimentBody,
  followExperiment,
  isOver,
  submitExperiment,
} from '../../client/runs.ts';
import type { Context } from '../connection/perform.ts';
import { readJson } from '../files/read-file.ts';
import { bodyOf, save } from '../files/save.ts';
import { EXIT, type Exit, Refusal } from '../terminal/exit.ts';
import { experimentLine, experimentWords } from '../terminal/progress-line.ts';
import { decimal, money, plain } from '../terminal/text.ts';
import type { GridCommand } from './grid-command.ts';
import { addList } from './lists.ts';
import { wholeNumber, withoutAbsent } from './option-values.ts';
import { watchRun } from './watch.ts';

interface WatchOptions {
  readonly watch?: boolean;
  readonly csv?: string;
}

interface RunOptions extends WatchOptions {
  readonly base?: string;
  readonly name?: string;
  readonly parallel?: number;
  readonly timeout?: number;
}

export function addExperimentCommands(program: GridCommand): void {
  const group = program.command('experiment').description('Experiments over matrices of scenarios');
  group
    .command('run')
    .argument('<matrix>', 'JSON: a matrix, or a full submission with its base scenario or run')
    .description('Solve every scenario of a matrix')
    .option('-b, --base <scenario>', 'scenario that the matrix changes')
    .option('-n, --name <name>', 'shown in lists')
    .option('--parallel <n>', 'solves in parallel', wholeNumber)
    .option('--timeout <seconds>', 'time limit of each solve', wholeNumber)
    .option('-w, --watch', 'follow until it ends')
    .option('--csv <file>', 'with --watch: save the table of results')
    .examples(
      'grid experiment run matrix.json --base demo-24h --watch --csv out.csv',
      'grid experiment run submission.json --json | jq -r .experiment_id',
      'grid run pcm-rolling --network mine --days 7 --seeds 1..20 --watch',
    )
    .asks(runExperiment);
  addList(group, 'experiments', 'Experiments, newest first', 'experiment list');
  group
    .command('status')
    .argument('<id>', 'of the experiment')
    .description('Status of an experiment, and its table once it has ended')
    .option('-w, --watch', 'follow until it ends')
    .option('--csv <file>', 'save the table of results')
    .examples('grid experiment status ID', 'grid experiment status ID --watch --csv out.csv')
    .asksAbout('experiment', experimentStatus);
  group
    .command('cancel')
    .argument('<id>', 'of the experiment')
    .description('Cancel an experiment; solved scenarios keep their results')
    .examples('grid experiment cancel ID')
    .asksAbout('experiment', async (context, id) => {
      context.screen.answer(await cancel(context, id));
      context.screen.say(`Experiment ${id} is being cancelled`);
      return EXIT.solved;
    });
}

const cancel = ({ client }: Context, experiment_id: string): Promise<Experiment> =>
  data(client.DELETE('/api/experiments/{experiment_id}', { params: { path: { experiment_id } } }));

async function runExperiment(context: Context, file: string, options: RunOptions): Promise<Exit> {
  if (options.csv !== undefined && !options.watch)
    throw new Refusal('--csv needs --watch: there is no table yet');
  return startExperiment(context, toBody(await readJson(file), file, options), options);
}

export async function startExperiment(
  context: Context,
  body: ExperimentBody,
  options: WatchOptions,
): Promise<Exit> {
  const { experiment_id, scenarios_total } = await submitExperiment(context.client, body);
  const { screen, url } = context;
  if (options.watch) return watchExperiment(context, experiment_id, options);
  screen.answer({ experiment_id, scenarios_total, page: `${url}/#/experiments/${experiment_id}` });
  screen.say(`Submitted experiment ${experiment_id} of ${scenarios_total} scenarios`);
  screen.say(`To watch it: grid experiment status ${experiment_id} --watch`);
  return EXIT.solved;
}

/** The body of a submission; the server validates the matrix. */
function toBody(
  content: JsonObject,
  file: string,
  { base, name, parallel, timeout }: RunOptions,
): ExperimentBody {
  const isOfRuns = 'execution' in content;
  const isWhole = isOfRuns || 'scenario_matrix' in content;
  const base_scenario_id = base ?? content['base_scenario_id'];
  if (base_scenario_id === undefined && !isOfRuns) throw new Refusal('Base scenario missing: add --base');
  const overrides = { base_scenario_id, name, max_parallel: parallel, timeout_per_scenario: timeout };
  const whole = { name: file, ...(isWhole ? content : { scenario_matrix: content }) };
  return { ...whole, ...withoutAbsent(overrides) } as ExperimentBody;
}

function watchExperiment(context: Context, id: string, { csv }: WatchOptions): Promise<Exit> {
  return watchRun(
    context,
    {
      title: `experiment ${id}`,
      follow: (options) => followExperiment(context.client, id, options),
      line: experimentLine,
      phase: ({ status, progress }) => `${status} ${Math.floor(progress / 10)}`,
      cancel: () => cancel(context, id),
      again: `grid experiment status ${id} --watch`,
    },
    (experiment) => showEnd(context, experiment, csv),
  );
}

async function showEnd(context: Context, experiment: Experiment, csv: string | undefined): Promise<Exit> {
  const { screen } = context;
  await showExperiment(context, experiment);
  if (csv !== undefined) {
    await saveTable(context, experiment.experiment_id, csv);
    screen.note(`Written to ${csv}`);
  }
  const { outcome, outcome_causes } = experiment;
  if (outcome !== 'unsolved') return experiment.status === 'completed' ? EXIT.solved : EXIT.refused;
  return outcome_causes.join() === 'INFEASIBLE' ? EXIT.infeasible : EXIT.refused;
}

async function saveTable({ client }: Context, experiment_id: string, file: string): Promise<void> {
  const params = { path: { experiment_id }, query: { format: 'csv' as const } };
  const path = '/api/experiments/{experiment_id}/results/download';
  await save(bodyOf(await data(client.GET(path, { params, parseAs: 'stream' }))), file);
}

/** Shows the status of an experiment and, after its end, the adequacy statistics over its seeds. */
async function showExperiment({ client, screen }: Context, experiment: Experiment): Promise<void> {
  screen.answer(experiment);
  const params = { path: { experiment_id: experiment.experiment_id } };
  const summary = await data(client.GET('/api/experiments/{experiment_id}/summary', { params }));
  const words = experimentWords(experiment);
  screen.say(`${experiment.status}: ${words.replaceAll('  ', ', ')}`);
  if (experiment.error) screen.say(plain(experiment.error.message));
  if (summary.monte_carlo && isOver(experiment)) showMonteCarlo(screen, summary.monte_carlo);
}

async function experimentStatus(context: Context, id: string, options: WatchOptions): Promise<Exit> {
  if (options.watch) return watchExperiment(context, id, options);
  const { client } = context;
  const params = { path: { experiment_id: id } };
  const experiment = await data(client.GET('/api/experiments/{experiment_id}/status', { params }));
  await showExperiment(context, experiment);
  if (options.csv !== undefined) await saveTable(context, id, options.csv);
  return EXIT.solved;
}

type MonteCarlo = NonNullable<Reply<'getExperimentsByExperimentIdSummary'>['monte_carlo']>;
type Group = MonteCarlo['groups'][number];

/** Table of adequacy and cost statistics over the runs of each group. */
function showMonteCarlo(screen: Context['screen'], monte_carlo: MonteCarlo): void {
  for (const group of monte_carlo.groups) {
    const { runs, runs_without_answer: without, unsolved_windows: unsolved } = group;
    const missing = [
      ...(without > 0 ? [`${without} without a result`] : []),
      ...(unsolved > 0 ? [`${unsolved} solves without a schedule`] : []),
    ];
    screen.say([titleOf(group), `${runs} runs of ${monte_carlo.hours} h`, ...missing].join(', '));
    screen.table(['', 'MEAN', 'STD ERROR', 'P5', 'P50', 'P95', 'PER YEAR'], rowsOf(group));
  }
}

const titleOf = ({ values }: Group): string =>
  Object.entries(Object(values))
    .map(([name, value]) => plain(`${name} ${value}`))
    .join(' ') || 'All seeds';

function rowsOf({ eue_mwh, lole_days, lolh_hours, total_cost_usd, co2_t }: Group): string[][] {
  const text = (value: number | null | undefined) => (value == null ? '' : decimal(value));
  const expected = (name: string, of: Group['eue_mwh']) =>
    of ? [[name, text(of.per_run), text(of.standard_error), '', '', '', text(of.per_year)]] : [];
  const samples = (name: string, of: Group['co2_t'], as = text) =>
    of ? [[name, ...[of.mean, of.standard_error, of.p5, of.p50, of.p95].map(as), '']] : [];
  return [
    ...expected('EUE, MWh', eue_mwh),
    ...expected('LOLE, days', lole_days),
    ...expected('LOLH, h', lolh_hours),
    ...samples('operating cost', total_cost_usd, money),
    ...samples('CO2, t', co2_t),
  ];
}
