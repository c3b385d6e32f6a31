/** The part of the demo that runs a year of a small system, day by day, and shows the results. */
import { executionLine } from '../../../api/cli/terminal/progress-line.ts';
import { decimal, money, percent, textTable } from '../../../api/cli/terminal/text.ts';
import { type Client, data, type Reply } from '../../../api/client/client.ts';
import { type Execution, followExecution, submitExecution, untilOver } from '../../../api/client/runs.ts';
import { meanOf } from '../../../temporal/case/arithmetic/series.ts';

type Report = Reply<'getModelBuilderExecutionsByExecutionIdReport'>;

const NETWORK = 'demo-year';
const YEAR_DAYS = 365;
/** Seed of the forced outages. */
const SEED = 1;

export interface YearOptions {
  readonly days?: number;
  /** Writes a line; a progress line may overwrite the previous one. */
  readonly say: (line: string, isProgress?: boolean) => void;
}

/** Runs the year. Resolves with the execution and its report; throws if the run did not complete. */
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
  say(`Execution ${id}: ${days} days, each solved with the next one as look-ahead, and certified.`);
  const run = await untilOver(withProgress(followExecution(client, id), say));
  if (run.status !== 'completed') throw new Error(`the run ${run.status}: ${run.error?.message ?? ''}`);
  const params = { path: { execution_id: id } };
  const report = await data(client.GET('/api/model-builder/executions/{execution_id}/report', { params }));
  for (const line of reportLines(report)) say(line);
  return { run, report };
}

/** Stores the network on every run, because a user may have changed it. */
async function storeNetwork(client: Client): Promise<void> {
  const read = client.GET('/api/networks/{network_id}', { params: { path: { network_id: 'rts24' } } });
  const body = yearNetwork(await data(read));
  const params = { path: { network_id: NETWORK } };
  await data(client.PUT('/api/networks/{network_id}', { params, body }));
}

async function* withProgress(
  runs: AsyncIterable<Execution>,
  say: YearOptions['say'],
): AsyncGenerator<Execution> {
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
    `Operating cost ${money(totals.total_cost_usd)}: energy ${money(totals.energy_usd)}, no-load ${money(totals.no_load_usd)}, starts ${money(totals.startup_usd)}, stops ${money(totals.shutdown_usd)}; penalties ${money(totals.penalty_usd)}`,
    `Load ${decimal(totals.load_mwh)} MWh in ${hours} h at ${decimal(totals.average_lmp_usd_per_mwh)} $/MWh on average`,
    `Shortage in ${totals.unserved_hours} h: ${decimal(totals.unserved_mwh)} MWh not served`,
    ...without_schedule.map(
      ({ start_hour, message }) => `No schedule from hour ${start_hour}: ${message ?? ''}`,
    ),
  ];
}

export type Rts24 = Reply<'getNetworksByNetworkId'>;
type Unit = Rts24['generators'][number];

/** Start of the series: a Monday, as in the load data. */
const SERIES_START = '2018-01-01T00:00:00';
const DAY_H = 24;
const YEAR_H = 365 * DAY_H;

/** Fuel prices at which the published costs of the units match their heat rates. IEEE RTS Task Force, 1979. */
const FUELS = [
  { name: 'coal', price_usd_per_mmbtu: 1.2, co2_t_per_mmbtu: 0.0957 },
  { name: 'gas', price_usd_per_mmbtu: 2.3, co2_t_per_mmbtu: 0.0531 },
  { name: 'nuclear', price_usd_per_mmbtu: 0.6, co2_t_per_mmbtu: 0 },
];

const TYPES: Readonly<Record<string, string>> = {
  coal: 'STEAM',
  gas: 'CT',
  nuclear: 'NUCLEAR',
  hydro: 'HYDRO',
};

/**
 * Unit -> share of time on forced outage and hours of repair, from the same source, and weeks of planned maintenance.
 */
const OUTAGES: Readonly<Record<string, readonly [rate: number, repairH: number, maintenance?: string[]]>> = {
  U1: [0.02, 40],
  U2: [0.02, 40],
  U3: [0.04, 50, ['2018-09-10', '2018-09-24']],
  U4: [0.05, 50],
  U5: [0.02, 60],
  U6: [0.04, 40],
  U7: [0.04, 40],
  U8: [0.12, 150, ['2018-03-05', '2018-04-09']],
  U9: [0.12, 150, ['2018-10-01', '2018-11-05']],
  U10: [0.01, 20],
  U11: [0.04, 40, ['2018-05-07', '2018-05-28']],
  U12: [0.08, 100, ['2018-06-04', '2018-06-25']],
};

/**
 * The 24-bus system of the IEEE RTS with fuels and outages, planned and forced. Wind, sun and a battery are added, so
 * that its report has all sections. The weather consists of a few sine waves, the same in every run.
 */
export const yearNetwork = (rts24: Rts24) => ({
  name: 'A year of the 24-bus system',
  description: 'The IEEE RTS with outages, wind, sun and a battery; made by the demo',
  base_mva: rts24.base_mva,
  series_start: SERIES_START,
  time_zone: 'UTC',
  buses: rts24.buses,
  lines: rts24.lines,
  loads: rts24.loads,
  fuels: FUELS,
  generators: rts24.generators.map(withOutages),
  renewables: [
    { name: 'W1', bus: 3, type: 'WIND', fuel: 'wind', p_max: hours((t) => 500 * wind(t)) },
    { name: 'W2', bus: 21, type: 'WIND', fuel: 'wind', p_max: hours((t) => 300 * wind(t + 9)) },
    { name: 'PV1', bus: 8, type: 'PV', fuel: 'sun', p_max: hours((t) => 400 * sun(t)) },
  ],
  storage: [
    {
      name: 'B1',
      bus: 19,
      type: 'BATTERY',
      energy_mwh: 400,
      charge_mw: 100,
      discharge_mw: 100,
      efficiency: 0.85,
      initial_mwh: 200,
    },
  ],
});

function withOutages(unit: Unit): Unit {
  const [forced_outage_rate, mean_time_to_repair_h, maintenance] = OUTAGES[unit.name] ?? [0, 1];
  const [from, to] = maintenance ?? [];
  const fuel = FUELS.find(({ name }) => name === unit.fuel);
  return {
    ...unit,
    ...(unit.fuel && { type: TYPES[unit.fuel] ?? unit.fuel }),
    forced_outage_rate,
    mean_time_to_repair_h,
    ...(from && to && { maintenance: [{ from, to }] }),
    ...(fuel && {
      heat_rate_curve: [unit.p_min, unit.p_max].map((mw) => ({
        mw,
        mmbtu_per_h: (mw * meanOf(unit.marginal_cost)) / fuel.price_usd_per_mmbtu,
      })),
    }),
  };
}

const hours = (valueAt: (t: number) => number): number[] =>
  Array.from({ length: YEAR_H }, (_, t) => Number(valueAt(t).toFixed(1)));

const wave = (t: number, periodH: number): number => Math.sin((2 * Math.PI * t) / periodH);

/** Wind output as a share of capacity, 0 to 1: fronts of some days, gusts of some hours, more in winter. */
function wind(t: number): number {
  const share =
    0.36 + 0.22 * wave(t, 131) + 0.16 * wave(t, 53) + 0.1 * wave(t, 17) + 0.08 * wave(t + YEAR_H / 4, YEAR_H);
  return Math.min(1, Math.max(0, share));
}

/** Solar output as a share of capacity, 0 to 1: longer and brighter days in summer, and clouds of some days. */
function sun(t: number): number {
  const season = wave(t - YEAR_H / 4, YEAR_H);
  const height = 0.7 * wave(t - 6, DAY_H) + 0.2 * season;
  return Math.max(0, height) * (0.75 + 0.25 * wave(t, 89));
}
