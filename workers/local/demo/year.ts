/** The part of the demo that runs a year of a small system, day by day, and shows what it came to. */

import { executionLine } from '../../../api/cli/terminal/progress-line.ts';
import { decimal, money, percent, textTable } from '../../../api/cli/terminal/text.ts';
import { type Client, data, type Reply } from '../../../api/client/client.ts';
import { type Execution, followExecution, submitExecution, untilOver } from '../../../api/client/runs.ts';
import { yearNetwork } from './year-network.ts';

type Report = Reply<'getModelBuilderExecutionsByExecutionIdReport'>;

const NETWORK = 'demo-year';
const YEAR_DAYS = 365;
/** Draws the forced outages. */
const SEED = 1;

export interface YearOptions {
  readonly days?: number;
  /** Writes a line; one that only says how far the run is may be written over the one before. */
  readonly say: (line: string, isProgress?: boolean) => void;
}

/** Resolves with the execution and what it came to; throws when it did not end. */
export async function runYear(
  client: Client,
  { days = YEAR_DAYS, say }: YearOptions,
): Promise<{ readonly run: Execution; readonly report: Report }> {
  await storeNetwork(client);
  say(
    `Network ${NETWORK}: 24 buses, 34 lines, 12 units, wind, sun and a battery; 8,760 h of load and weather.`,
  );
  const id = await submitExecution(client, {
    pcm_model_id: 'pcm-rolling',
    network_id: NETWORK,
    solver: { id: 'highs', mip_gap: 0.001 },
    options: { days, step_h: 24, look_ahead_h: 24, lines: 'off', outage_seed: SEED },
  });
  say(`Execution ${id}: ${days} days, each solved with the one behind it and certified.`);
  const run = await untilOver(told(followExecution(client, id), say));
  if (run.status !== 'completed') throw new Error(`the run ${run.status}: ${run.error?.message ?? ''}`);
  const params = { path: { execution_id: id } };
  const report = await data(client.GET('/api/model-builder/executions/{execution_id}/report', { params }));
  for (const line of reportLines(report)) say(line);
  return { run, report };
}

/** Stored anew: somebody may have changed it. */
async function storeNetwork(client: Client): Promise<void> {
  const read = client.GET('/api/networks/{network_id}', { params: { path: { network_id: 'rts24' } } });
  const body = yearNetwork(await data(read));
  const params = { path: { network_id: NETWORK } };
  await data(client.PUT('/api/networks/{network_id}', { params, body }));
}

async function* told(runs: AsyncIterable<Execution>, say: YearOptions['say']): AsyncGenerator<Execution> {
  let last = '';
  for await (const run of runs) {
    const line = executionLine(run);
    if (line !== last) say(line, true);
    last = line;
    yield run;
  }
}

function reportLines({ hours, totals, by_fuel, without_schedule }: Report): string[] {
  const rows = by_fuel.map((row) => [
    row.group ?? 'storage',
    Math.round(row.generation_mwh),
    percent(row.capacity_factor),
    row.starts,
    Math.round(row.curtailed_mwh),
    row.co2_t === null ? null : Math.round(row.co2_t),
    money(row.total_cost_usd),
    money(row.revenue_usd),
  ]);
  const head = ['fuel', 'MWh', 'of capacity', 'starts', 'curtailed MWh', 'CO2 t', 'cost', 'revenue'];
  return [
    '',
    ...textTable(head, rows),
    '',
    `Cost of operation ${money(totals.total_cost_usd)}: energy ${money(totals.energy_usd)}, no-load ${money(totals.no_load_usd)}, starts ${money(totals.startup_usd)}, stops ${money(totals.shutdown_usd)}; penalties ${money(totals.penalty_usd)}`,
    `Load ${decimal(totals.load_mwh)} MWh in ${hours} h at ${decimal(totals.average_lmp_usd_per_mwh)} $/MWh on average`,
    `Shortage in ${totals.unserved_hours} h: ${decimal(totals.unserved_mwh)} MWh not served`,
    ...without_schedule.map(
      ({ start_hour, message }) => `No schedule from hour ${start_hour}: ${message ?? ''}`,
    ),
  ];
}
