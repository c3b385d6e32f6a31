/** A run of three days over HTTP: its report is the sum of its exported hours, and every export has the same values. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Reply } from '../../api/client/client.ts';
import type { Network } from '../../temporal/case/messages/stored-records.ts';
import { exactSum } from '../../temporal/case/report/exact-sum.ts';
import type { ApiClient } from '../support/callers/api-client.ts';
import { parseCsv } from '../support/callers/parse-csv.ts';
import { startExecution, untilExecution } from '../support/callers/run-execution.ts';
import { pythonOfTests } from '../support/python.ts';
import { newUser, runningStack } from '../support/stack/running-stack.ts';

type Report = Reply<'getModelBuilderExecutionsByExecutionIdReport'>;

const LIMIT_S = 240;
const run = promisify(execFile);

describe('a study over HTTP', function () {
  this.timeout(LIMIT_S * 1000);
  let api: ApiClient;
  let id: string;
  let report: Report;
  before(async () => {
    api = await newUser(await runningStack());
    const { body } = await api.request<Network>('GET', '/api/networks/demo-6bus');
    const network_id = `dated-${randomUUID()}`;
    const [first, ...loads] = body.loads;
    assert.ok(first);
    const values = first.values.map((mw, t) => (t === SHORT_HOUR ? mw + 600 : mw));
    const more = { ...MORE, loads: [{ ...first, values }, ...loads] };
    const dated = { ...body, ...more, generators: body.generators.map(burning) };
    const put = await api.request('PUT', `/api/networks/${network_id}`, { body: dated });
    assert.equal(put.status, 201, JSON.stringify(put.body));
    id = await startExecution(api, {
      pcm_model_id: 'pcm-rolling',
      solver: { id: 'highs' },
      network_id,
      options: { horizon: 72, include_reserves: true },
    });
    const ended = await untilExecution(api, id, undefined, LIMIT_S);
    assert.equal(ended.results?.termination_status, 'FEASIBLE', JSON.stringify(ended));
    report = (await api.request<Report>('GET', path('report'))).body;
    assert.ok(Math.abs(report.totals.objective_value - (ended.results?.objective_value ?? 0)) < 1e-3);
  });

  const path = (rest: string): string => `/api/model-builder/executions/${id}/${rest}`;
  const bytes = async (query: string): Promise<Buffer> => {
    const response = await fetch(new URL(path(`export?${query}`), api.url), {
      headers: { authorization: `Bearer ${api.token}` },
    });
    assert.equal(response.status, 200);
    return Buffer.from(await response.arrayBuffer());
  };
  type Row = Readonly<Record<string, string>>;
  const rowsOf = async (query: string): Promise<Row[]> => {
    const [head = [], ...rows] = parseCsv((await bytes(query)).toString('utf8'));
    return rows.map((row) => Object.fromEntries(head.map((name, at) => [name, row[at] ?? ''])));
  };
  const sum = (rows: readonly Row[], column: string): number =>
    exactSum(rows.map((row) => Number(row[column])));
  const equal = (actual: number, expected: number, what: string) =>
    assert.ok(Math.abs(actual - expected) < 1e-6, `${what}: ${actual} is not ${expected}`);

  it('the totals of the report are the sums of the exported hours', async () => {
    const { totals, by_unit, lines, reserves } = report;
    const table = (name: string) => rowsOf(`table=${name}`);
    const [dispatch, commitment, costs] = [
      await table('dispatch'),
      await table('commitment'),
      await table('costs'),
    ];
    const [demand, flows, products] = [
      await table('unserved'),
      await table('flows'),
      await table('reserve_products'),
    ];
    const [fuel, curtailment] = [await table('fuel'), await table('curtailment')];
    assert.equal(dispatch.length, 72 * by_unit.length);
    for (const row of by_unit) {
      const rowsOfUnit = (rows: readonly Row[], key: string) => rows.filter((of) => of[key] === row.unit);
      equal(sum(rowsOfUnit(fuel, 'generator'), 'fuel_mmbtu'), row.fuel_mmbtu ?? 0, `${row.unit} MMBtu`);
      equal(sum(rowsOfUnit(fuel, 'generator'), 'co2_t'), row.co2_t ?? 0, `${row.unit} CO2`);
      equal(
        sum(rowsOfUnit(curtailment, 'renewable'), 'available_mw'),
        row.available_mwh,
        `${row.unit} available`,
      );
      equal(
        sum(rowsOfUnit(curtailment, 'renewable'), 'curtailment_mw'),
        row.curtailed_mwh,
        `${row.unit} curtailed`,
      );
      equal(sum(rowsOfUnit(dispatch, 'unit'), 'dispatch_mw'), row.generation_mwh, `${row.unit} MWh`);
      equal(sum(rowsOfUnit(commitment, 'generator'), 'commitment'), row.hours_on, `${row.unit} hours on`);
      equal(sum(rowsOfUnit(commitment, 'generator'), 'startup'), row.starts, `${row.unit} starts`);
      for (const part of [
        'energy_usd',
        'no_load_usd',
        'startup_usd',
        'shutdown_usd',
        'revenue_usd',
        'reserve_revenue_usd',
      ] as const)
        equal(sum(rowsOfUnit(costs, 'unit'), part), row[part], `${row.unit} ${part}`);
    }
    equal(sum(dispatch, 'dispatch_mw'), totals.generation_mwh, 'MWh');
    equal(sum(demand, 'load_mw'), totals.load_mwh, 'load');
    equal(sum(demand, 'unserved_mw'), totals.unserved_mwh, 'unserved');
    equal(sum(flows, 'congestion_rent_usd'), totals.congestion_rent_usd, 'congestion rent');
    equal(exactSum(lines.map(({ binding_hours }) => binding_hours)), sum(flows, 'binding'), 'binding hours');
    equal(sum(products, 'required_mw'), reserves[0]?.required_mwh ?? 0, 'reserve');
    equal(exactSum(report.by_month.map(({ load_mwh }) => load_mwh)), totals.load_mwh, 'load by month');
    assert.ok((totals.fuel_mmbtu ?? 0) > 0 && (totals.co2_t ?? 0) > 0 && totals.available_mwh > 0);
    const short = new Set(demand.flatMap((row) => (Number(row['unserved_mw']) > 1e-3 ? [row['hour']] : [])));
    assert.equal(short.size, totals.unserved_hours);
    assert.ok(short.size > 0);
    assert.deepEqual(
      report.by_month.map(({ month, hours }) => [month, hours]),
      [
        ['2020-06', 48],
        ['2020-07', 24],
      ],
    );
    assert.equal(report.start, '2020-06-29T00:00:00-07:00');
  });

  it('storage, reserves, prices and days add up to it as well', async () => {
    const { totals, by_month, storage, reserves } = report;
    const [stored, reserveRows, days] = [
      await rowsOf('table=storage'),
      await rowsOf('table=reserves'),
      await rowsOf('table=days'),
    ];
    const [battery] = storage;
    assert.ok(battery && battery.discharged_mwh > 0);
    equal(sum(stored, 'charge_mw'), battery.charged_mwh, 'charged');
    equal(sum(stored, 'discharge_mw'), battery.discharged_mwh, 'discharged');
    equal(exactSum(by_month.map((month) => month.charged_mwh)), battery.charged_mwh, 'charged by month');
    for (const { product, held_mwh } of reserves)
      equal(
        sum(
          reserveRows.filter((row) => row['product'] === product),
          'reserve_mw',
        ),
        held_mwh,
        product,
      );
    // Sums of windows are rounded, so that these differ slightly.
    for (const part of ['total_cost_usd', 'energy_usd', 'no_load_usd', 'startup_usd', 'penalty_usd'] as const)
      assert.ok(
        Math.abs(sum(days, part) - totals[part]) < 1e-3,
        `${part}: ${sum(days, part)} ${totals[part]}`,
      );
    const [prices, demand] = [await rowsOf('table=lmp'), await rowsOf('table=unserved')];
    const priceOf = new Map(
      prices.map((row) => [`${row['hour']} ${row['bus']}`, Number(row['lmp_usd_per_mwh'])]),
    );
    const paid = demand.map(
      (row) =>
        (Number(row['load_mw']) - Number(row['unserved_mw'])) *
        (priceOf.get(`${row['hour']} ${row['bus']}`) ?? Number.NaN),
    );
    equal(exactSum(paid), totals.load_payment_usd, 'load payment');
    for (const by of ['type', 'fuel', 'unit'] as const) {
      const rows = report[`by_${by}`];
      for (const figure of ['generation_mwh', 'total_cost_usd', 'revenue_usd', 'uplift_usd'] as const)
        equal(exactSum(rows.map((row) => row[figure])), totals[figure], `${figure} by ${by}`);
    }
  });

  it('load payment is revenue, congestion rent and loss rent in every window', () => {
    const { load_payment_usd, settlement_residual_usd, hours_without_prices } = report.totals;
    assert.equal(hours_without_prices, 0);
    assert.ok(load_payment_usd > 0);
    const share = Math.abs(settlement_residual_usd) / load_payment_usd;
    assert.ok(share <= 1e-6, `${settlement_residual_usd} of ${load_payment_usd}`);
  });

  it('pandas and DuckDB read the same from both', async function () {
    const python = await pythonOfTests(this);
    const folder = await mkdtemp(join(tmpdir(), 'grid-study-'));
    try {
      for (const format of ['csv', 'parquet'])
        await writeFile(join(folder, `lmp.${format}`), await bytes(`table=lmp&format=${format}`));
      const { stdout } = await run(python, ['-c', READ], { cwd: folder, timeout: 60_000 });
      const [rows, prices, first] = JSON.parse(stdout);
      const csv = await rowsOf('table=lmp');
      assert.equal(rows, csv.length);
      equal(prices, sum(csv, 'lmp_usd_per_mwh'), 'prices');
      assert.equal(first, '2020-06-29T07:00:00+00:00');
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});

/** Hour of each day in which load exceeds capacity. */
const SHORT_HOUR = 18;

/** Additions to the network: a date, fuels, wind and a battery. */
const MORE = {
  series_start: '2020-06-29T00:00:00',
  time_zone: 'America/Phoenix',
  fuels: [
    { name: 'coal', price_usd_per_mmbtu: 2, co2_t_per_mmbtu: 0.1 },
    { name: 'gas', price_usd_per_mmbtu: 4, co2_t_per_mmbtu: 0.05 },
  ],
  renewables: [
    {
      name: 'wind',
      bus: 2,
      type: 'WIND',
      p_max: Array.from({ length: 24 }, (_, t) => 60 + 55 * Math.sin(t)),
    },
  ],
  storage: [
    {
      ...{ name: 'battery', bus: 5, type: 'BATTERY', energy_mwh: 80 },
      ...{ charge_mw: 20, discharge_mw: 20, efficiency: 0.9, initial_mwh: 40 },
    },
  ],
};

/** Adds a heat rate, which determines fuel and CO2. */
const burning = (unit: Network['generators'][number]) => ({
  ...unit,
  heat_rate_btu_per_kwh: 9500,
  shutdown_cost: 15,
});

const READ = `
import duckdb, json, pandas
csv = pandas.read_csv('lmp.csv')
csv['time'] = pandas.to_datetime(csv['time'], utc=True)
parquet = pandas.read_parquet('lmp.parquet')
assert list(csv.columns) == list(parquet.columns)
for column in csv.columns[2:]:
    assert (csv[column] == parquet[column]).all(), column
[(rows, prices)] = duckdb.sql("select count(*), sum(lmp_usd_per_mwh) from 'lmp.parquet'").fetchall()
times = parquet['time'].dt.tz_localize('UTC') if parquet['time'].dt.tz is None else parquet['time']
assert (csv['time'] == times).all()
print(json.dumps([rows, prices, times.iloc[0].isoformat()]))
`;
