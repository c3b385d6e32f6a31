/** `grid run` and `grid execution`: runs of the model builder. */
import { InvalidArgumentError, Option } from 'commander';
import { data } from '../../client/client.ts';
import { type Execution, type ExecutionBody, followExecution, submitExecution } from '../../client/runs.ts';
import type { Context } from '../connection/perform.ts';
import { EXIT, type Exit } from '../terminal/exit.ts';
import { executionLine, runWords } from '../terminal/progress-line.ts';
import { decimal, duration, plain, price } from '../terminal/text.ts';
import { startExperiment } from './experiments.ts';
import type { GridCommand } from './grid-command.ts';
import { amount, priceOf, seedRange, share, wholeNumber, withoutAbsent } from './option-values.ts';
import { costWords } from './outcome.ts';
import { SOLVERS } from './solve.ts';
import { watchRun } from './watch.ts';

interface RunOptions {
  readonly network?: string;
  readonly days?: number;
  readonly hours?: number;
  readonly reserves?: boolean;
  readonly solver: string;
  readonly timeout?: number;
  readonly gap?: number;
  readonly watch?: boolean;
  readonly start?: string;
  readonly step?: number;
  readonly lookAhead?: number;
  readonly lines?: 'on' | 'off' | 'soft';
  readonly n1?: boolean;
  readonly losses?: boolean;
  readonly voll?: number;
  readonly co2Price?: number;
  readonly co2Cap?: number;
  readonly fuelPrice?: Readonly<Record<string, number>>;
  readonly outageSeed?: number;
  readonly loadScale?: number;
  readonly windScale?: number;
  readonly seeds?: { readonly first: number; readonly count: number };
  readonly realTime?: boolean;
}

const HOURS_A_DAY = 24;

export function addExecutionCommands(program: GridCommand): void {
  program
    .command('run')
    .argument('<model>', 'such as uc-standard or pcm-rolling')
    .description('Run a production-cost model on a network')
    .option('--network <id>', 'default: network of the model')
    .addOption(new Option('--days <n>', 'length of the horizon').argParser(days).conflicts('hours'))
    .option('--hours <n>', 'length of the horizon', wholeNumber)
    .option('--reserves', 'hold spinning reserve')
    .choice('--solver <solver>', SOLVERS, undefined, 'highs')
    .option('--timeout <seconds>', 'time limit of each solve', wholeNumber)
    .option('--gap <share>', 'gap at which the search stops, such as 0.1%', share)
    .option('--start <date>', 'first hour, in local time of the network, such as 2020-07-01')
    .option('--step <hours>', 'hours kept per solve', wholeNumber)
    .option('--look-ahead <hours>', 'extra hours solved and dropped', wholeNumber)
    .choice('--lines <how>', ['on', 'off', 'soft'], 'enforce line ratings')
    .option('--n-1', 'secure against the loss of any line that islands no bus')
    .option('--losses', 'with transmission losses')
    .option('--voll <price>', 'value of lost load, $/MWh', amount)
    .option('--co2-price <price>', 'price of CO2, $/t', amount)
    .option('--co2-cap <t>', 'CO2 of the whole run at most, t, met by a price that is found', amount)
    .option(
      '--fuel-price <fuel=price>',
      'replaces the price of the network, $/MMBtu; may be repeated',
      priceOf,
    )
    .option('--load-scale <factor>', 'multiplies all loads', amount)
    .option('--wind-scale <factor>', 'multiplies available wind', amount)
    .option('--outage-seed <n>', 'draw forced outages', wholeNumber)
    .addOption(
      new Option('--seeds <first..last>', 'run an experiment over these outage seeds, such as 1..20')
        .argParser(seedRange)
        .conflicts('outageSeed'),
    )
    .option('--real-time', 're-dispatch each hour on actual values and settle the difference')
    .option('-w, --watch', 'follow until it ends')
    .examples(
      'grid run pcm-rolling --network rts24 --days 7 --watch',
      'grid run pcm-rolling --network mine --start 2020-07-01 --days 31 --lines soft --fuel-price NG=4.5 --watch',
    )
    .asks(runModel);
  program
    .command('execution')
    .argument('<id>', 'of the execution')
    .description('Status of a run of the model builder')
    .option('-w, --watch', 'follow until it ends')
    .examples('grid execution ID --watch')
    .asksAbout('run', (context, id, { watch }: { watch?: boolean }) =>
      (watch ? watchExecution : showExecution)(context, id),
    );
}

function days(text: string): number {
  const value = wholeNumber(text);
  if (value === 0) throw new InvalidArgumentError('Should be at least 1.');
  return value;
}

async function runModel(context: Context, model: string, options: RunOptions): Promise<Exit> {
  const execution = toBody(model, options);
  const { seeds, watch = false } = options;
  if (seeds) return startExperiment(context, { name: `${model}, outages`, execution, seeds }, { watch });
  const id = await submitExecution(context.client, execution);
  const { screen, url } = context;
  if (options.watch) return watchExecution(context, id);
  screen.answer({ execution_id: id, page: `${url}/#/runs/${id}` });
  screen.say(`Submitted execution ${id}. To watch it: grid execution ${id} --watch`);
  return EXIT.solved;
}

function toBody(model: string, options: RunOptions): ExecutionBody {
  const { network: network_id, solver: id, days, hours } = options;
  return {
    pcm_model_id: model,
    ...withoutAbsent({ network_id }),
    solver: withoutAbsent({ id, time_limit: options.timeout, mip_gap: options.gap }),
    options: withoutAbsent({
      horizon: days === undefined ? hours : days * HOURS_A_DAY,
      include_reserves: options.reserves,
      start: options.start,
      step_h: options.step,
      look_ahead_h: options.lookAhead,
      lines: options.lines,
      n_1: options.n1,
      losses: options.losses,
      unserved_energy_usd_per_mwh: options.voll,
      emission_price_usd_per_t: options.co2Price,
      emission_cap_t: options.co2Cap,
      fuel_prices: options.fuelPrice,
      outage_seed: options.outageSeed,
      load_scale: options.loadScale,
      wind_scale: options.windScale,
      real_time: options.realTime ? {} : undefined,
    }),
  };
}

function watchExecution(context: Context, execution_id: string): Promise<Exit> {
  const { client } = context;
  const params = { path: { execution_id } };
  return watchRun(
    context,
    {
      title: `execution ${execution_id}`,
      follow: (options) => followExecution(client, execution_id, options),
      line: executionLine,
      phase: ({ status, windows_done }) => `${status} ${windows_done}`,
      cancel: () => data(client.DELETE('/api/model-builder/executions/{execution_id}', { params })),
      again: `grid execution ${execution_id} --watch`,
    },
    async (execution) => showEnd(context, execution),
  );
}

async function showExecution(context: Context, execution_id: string): Promise<Exit> {
  const params = { path: { execution_id } };
  const execution = await data(
    context.client.GET('/api/model-builder/executions/{execution_id}', { params }),
  );
  const isOpen = execution.status === 'queued' || execution.status === 'running';
  if (!isOpen) return showEnd(context, execution);
  context.screen.answer(execution);
  context.screen.say(`${execution.status}, ${runWords(execution)}`);
  return EXIT.solved;
}

function showEnd({ screen }: Context, execution: Execution): Exit {
  const { results, error, status, warnings = [] } = execution;
  screen.answer(execution);
  for (const warning of warnings) screen.note(`warning: ${plain(warning)}`);
  if (results === null) {
    screen.say(`${screen.paint('red', status)}: ${plain(error?.message ?? 'no result')}`);
    return EXIT.refused;
  }
  const { termination_status, totals, job_id } = results;
  screen.say(`${termination_status} in ${duration(results.solve_time_s)}, ${runWords(execution)}`);
  if (results.message !== null) screen.say(plain(results.message));
  if (totals) {
    screen.say(costWords({ ...results, penalty_usd: totals.penalty_usd }));
    screen.say(`load ${decimal(totals.load_mwh)} MWh`);
    screen.say(
      `average price ${price(totals.average_lmp_usd_per_mwh)}/MWh, unserved ${decimal(totals.unserved_mwh)} MWh`,
    );
  }
  if (termination_status !== 'INFEASIBLE') return totals ? EXIT.solved : EXIT.refused;
  if (job_id !== null) screen.say(`For its causes: grid result ${job_id}`);
  return EXIT.infeasible;
}
