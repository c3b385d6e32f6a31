/** Report and export of a run over HTTP: equal cells in every format and layout, and for the owner only. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { parquetReadObjects } from 'hyparquet';
import { studyFacts } from '../../../../temporal/case/report/study-facts.ts';
import { windowPart } from '../../../../temporal/case/report/window-part.ts';
import { addSignedIn } from '../../../support/callers/accounts.ts';
import { parseCsv } from '../../../support/callers/parse-csv.ts';
import { TWO_WINDOWS, TWO_WINDOWS_NETWORK, TWO_WINDOWS_START } from '../../../support/cases/two-windows.ts';
import { startApp, type TestApp } from '../../../support/stack/app.ts';
import { anExecution, SOLVED } from '../../../support/stores/an-execution.ts';
import { type MemoryModelBuilder, memoryModelBuilder } from '../../../support/stores/memory-model-builder.ts';
import { until } from '../../../support/until.ts';

const READ_MS = 50;

const NO_SCHEDULE = {
  ...SOLVED,
  termination_status: 'INFEASIBLE',
  totals: null,
  hourly: null,
  state: null,
  message: 'Hour 4: =the load exceeds all',
} as const;

const TABLES: Readonly<Record<string, readonly string[]>> = {
  dispatch: ['unit', 'dispatch_mw'],
  commitment: ['generator', 'commitment', 'startup'],
  lmp: ['bus', 'lmp_usd_per_mwh', 'energy', 'congestion', 'loss'],
  flows: ['line', 'flow_mw', 'overflow_mw', 'binding', 'congestion_rent_usd'],
  interfaces: ['interface', 'flow_mw', 'overflow_mw', 'shadow_price_usd_per_mwh'],
  bids: ['bid', 'accepted_mw'],
  demand_response: ['demand_response', 'reduced_mw'],
  reserves: ['product', 'provider', 'reserve_mw'],
  reserve_products: ['product', 'required_mw', 'held_mw', 'shortfall_mw', 'price_usd_per_mw'],
  storage: ['storage', 'charge_mw', 'discharge_mw', 'energy_mwh', 'spill_mw'],
  curtailment: ['renewable', 'available_mw', 'curtailment_mw'],
  unserved: ['bus', 'load_mw', 'unserved_mw'],
  costs: [
    'unit',
    'energy_usd',
    'no_load_usd',
    'startup_usd',
    'shutdown_usd',
    'revenue_usd',
    'reserve_revenue_usd',
  ],
  fuel: ['generator', 'fuel_mmbtu', 'co2_t'],
};

/** A window with an interface on its line, and with a bid and demand response at price 0. */
function withDemand({ payload, result }: Pick<(typeof TWO_WINDOWS)[number], 'payload' | 'result'>) {
  const mw = result.flows_mw?.['line'] ?? [];
  return {
    payload: {
      ...payload,
      interfaces: [{ id: 'cut', lines: [{ id: 'line', factor: 1 }], p_max_mw: 60 }],
      bids: [{ name: 'pump', bus: 2, kind: 'demand' as const, blocks: [{ mw: 999, usd_per_mwh: 0 }] }],
      demand_response: [{ name: 'cooling', bus: 2, shed_max_mw: 999, cost_usd_per_mwh: 0 }],
    },
    result: {
      ...result,
      interface_flow_mw: { cut: mw },
      interface_shadow_price_usd_per_mwh: { cut: mw.map((flow) => (flow < 60 ? 0 : flow / 6)) },
      bid_mw: { pump: mw },
      demand_response_mw: { cooling: mw },
    },
  };
}

describe('report and export of a run', () => {
  let app: TestApp;
  let memory: MemoryModelBuilder;
  let token: string;
  let id: string;
  beforeEach(async () => {
    memory = memoryModelBuilder();
    app = await startApp({ deps: memory.deps });
    const owner = await addSignedIn(app.deps, 'owner');
    token = owner.token;
    const record = anExecution(owner.userId, { status: 'running', windows: 4, start: TWO_WINDOWS_START });
    id = record._id;
    memory.executions.set(id, record);
    memory.documents.set(`network/${id}`, TWO_WINDOWS_NETWORK);
    for (const [index, { start_hour, kept_hours, ...window }] of TWO_WINDOWS.entries()) {
      const { payload, result } = { ...window, ...withDemand(window) };
      const job_id = randomUUID();
      memory.documents.set(`payload/${job_id}`, payload);
      memory.documents.set(`result/${job_id}`, result);
      memory.windows.push({
        _id: `${id}/${index}`,
        execution_id: id,
        index,
        start_hour,
        kept_hours,
        job_id,
        outcome: SOLVED,
      });
    }
    const unsolved = { execution_id: id, start_hour: 4, kept_hours: 24, job_id: 'none' };
    memory.windows.push({ _id: `${id}/2`, index: 2, ...unsolved, outcome: NO_SCHEDULE });
  });
  afterEach(() => app.close());

  const get = (path: string, as = token) =>
    app.call('GET', `/api/model-builder/executions/${id}${path}`, { token: as });
  const csv = async (query: string): Promise<string[][]> => {
    const { status, text } = await get(`/export?${query}`);
    assert.equal(status, 200, text);
    return parseCsv(text);
  };
  const bytes = async (query: string): Promise<ArrayBuffer> => {
    const response = await fetch(
      new URL(`/api/model-builder/executions/${id}/export?format=parquet&${query}`, app.url),
      { headers: { authorization: `Bearer ${token}` } },
    );
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('content-type'), 'application/vnd.apache.parquet');
    return response.arrayBuffer();
  };
  /** Cells of the Parquet file in the format of the CSV file. */
  const parquet = async (query: string): Promise<string[][]> => {
    const rows = await parquetReadObjects({ file: await bytes(query) });
    const text = (value: unknown): string => {
      if (value === null || value === undefined) return '';
      if (!(value instanceof Date)) return String(value);
      return `${new Date(value.getTime() - 7 * 3_600_000).toISOString().slice(0, 19)}-07:00`;
    };
    return [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row).map(text))];
  };

  it('the report is of the windows that are done, and names those without a schedule', async () => {
    const { status, body } = await get('/report');
    assert.equal(status, 200);
    assert.deepEqual(
      [body.execution_id, body.status, body.start, body.hours, body.windows_total, body.windows_done],
      [id, 'running', '2020-06-30T22:00:00-07:00', 4, 4, 3],
    );
    assert.deepEqual(body.without_schedule, [{ start_hour: 4, hours: 24, message: NO_SCHEDULE.message }]);
    assert.equal(body.totals.total_cost_usd, 3490);
  });

  it('the hours have supply by type and fuel, storage apart, and only those that are kept', async () => {
    const { status, body } = await get('/hours?limit=2');
    assert.equal(status, 200);
    assert.equal(body.total, 3);
    const renewable = { kind: 'renewable', type: 'WIND', fuel: null };
    const generator = { kind: 'generator', type: 'STEAM', fuel: 'Coal' };
    const storage = { kind: 'storage', type: 'BATTERY', fuel: null };
    assert.deepEqual(body.windows[1], {
      start_hour: 2,
      supply: [
        { ...generator, mw: [0, 40] },
        { ...renewable, mw: [30, 10] },
        { ...storage, mw: [10, 0] },
      ],
      charging_mw: [0, 8],
      curtailed_mw: [5, 0],
      unserved_mw: [5, 0],
      lowest_lmp: [100, 30],
      highest_lmp: [100, 30],
    });
    assert.deepEqual(body.windows[0].highest_lmp, [30, 20]);
    // The third day has no schedule, and there is no fourth day.
    assert.deepEqual((await get('/hours?offset=2')).body.windows, []);
  });

  it('parts missing from an earlier version are made from the results once, and kept', async () => {
    const [window] = TWO_WINDOWS;
    assert.ok(window);
    const whole = windowPart(window.payload, window.result, window, studyFacts(TWO_WINDOWS_NETWORK));
    const older = JSON.parse(JSON.stringify(whole), (name, value) =>
      name === 'unserved_hours' || name === 'energy_usd' ? undefined : value,
    );
    await memory.deps.windows?.putPart(id, 0, older);
    const first = await get('/report');
    assert.equal(first.body.totals.energy_usd, 3000);
    for (const key of memory.documents.keys()) if (key.startsWith('result/')) memory.documents.delete(key);
    assert.deepEqual((await get('/report')).body, first.body);
    assert.equal((await get('/export')).status, 404);
  });

  for (const [name, columns] of Object.entries(TABLES)) {
    it(`${name} has the kept hours in order, the same in CSV and Parquet, long and wide`, async () => {
      const long = await csv(`table=${name}`);
      assert.deepEqual(long[0], ['time', 'hour', ...columns]);
      const hours = long.slice(1).map((row) => Number(row[1]));
      assert.deepEqual(
        hours,
        hours.toSorted((a, b) => a - b),
      );
      assert.deepEqual([...new Set(hours)], [0, 1, 2, 3]);
      assert.ok(!long.flat().includes('999'), 'an hour of look-ahead');
      assert.deepEqual(await parquet(`table=${name}`), long);
      const wide = await csv(`table=${name}&shape=wide`);
      assert.deepEqual(await parquet(`table=${name}&shape=wide`), wide);
      assert.deepEqual(pivoted(long, name === 'reserves' ? 2 : 1), wide);
    });
  }

  it('times are local with their offset, and cells those of the results', async () => {
    const [, ...rows] = await csv('table=dispatch');
    assert.deepEqual(rows.slice(0, 4), [
      ['2020-06-30T22:00:00-07:00', '0', 'coal', '60'],
      ['2020-06-30T22:00:00-07:00', '0', 'wind', '20'],
      ['2020-06-30T22:00:00-07:00', '0', 'battery', '0'],
      ['2020-06-30T23:00:00-07:00', '1', 'coal', '50'],
    ]);
    assert.deepEqual(rows.at(-1), ['2020-07-01T01:00:00-07:00', '3', 'battery', '-8']);
    assert.deepEqual(
      (await csv('table=interfaces')).slice(1).map((row) => row.slice(2)),
      [
        ['cut', '60', '', '10'],
        ['cut', '50', '', '0'],
        ['cut', '0', '', '0'],
        ['cut', '40', '', '0'],
      ],
    );
  });

  it('days are one row each, those without a schedule too, and no text is a formula', async () => {
    const [head, ...rows] = await csv('table=days');
    assert.deepEqual(rows.length, 3);
    assert.deepEqual(head?.slice(0, 5), ['time', 'hour', 'hours', 'job_id', 'termination_status']);
    assert.equal(rows[0]?.[head?.indexOf('total_cost_usd') ?? -1], '1000');
    assert.deepEqual(
      [rows[2]?.[4], rows[2]?.[head?.indexOf('total_cost_usd') ?? -1], rows[2]?.at(-1)],
      ['INFEASIBLE', '', NO_SCHEDULE.message],
    );
    assert.deepEqual((await parquet('table=days'))[3], rows[2]);
  });

  it('two downloads have equal bytes', async () => {
    for (const query of ['table=dispatch', 'table=costs&shape=wide', 'table=days'])
      assert.deepEqual(Buffer.from(await bytes(query)), Buffer.from(await bytes(query)));
    assert.equal((await get('/export')).text, (await get('/export')).text);
  });

  it('without dates hours are numbers alone, and a run that solved nothing is columns alone', async () => {
    const { start: _, ...undated } = memory.executions.get(id) ?? anExecution('');
    memory.executions.set(id, undated);
    assert.deepEqual((await csv('table=storage'))[1], ['0', 'battery', '0', '0', '20', '']);
    assert.equal((await get('/report')).body.start, null);
    memory.windows.splice(0, 2);
    assert.deepEqual(await csv('table=dispatch'), [['hour', 'unit', 'dispatch_mw']]);
    assert.deepEqual(await parquetReadObjects({ file: await bytes('table=dispatch') }), []);
    assert.equal((await get('/report')).body.hours, 0);
  });

  it('a download is audited', async () => {
    await get('/export?table=lmp');
    assert.deepEqual(app.deps.audit.events().slice(-1), ['results_downloaded']);
  });

  it('a client that goes away is not read for any more', async () => {
    const [first] = memory.windows;
    assert.ok(first);
    for (let index = 3; index < 40; index++)
      memory.windows.push({ ...first, _id: `${id}/${index}`, index, start_hour: 24 * index });
    let reads = 0;
    memory.onRead = async () => {
      reads += 1;
      await delay(READ_MS);
    };
    const away = new AbortController();
    const download = fetch(new URL(`/api/model-builder/executions/${id}/export`, app.url), {
      headers: { authorization: `Bearer ${token}` },
      signal: away.signal,
    }).then((response) => response.text());
    await until(() => reads > 4);
    away.abort();
    await assert.rejects(download);
    let before = -1;
    await until(async () => {
      [before] = [reads, await delay(5 * READ_MS)];
      return before === reads;
    });
    assert.ok(reads < 2 * memory.windows.length - 10, `${reads} reads`);
  });

  it('unknown tables, formats and shapes are refused by name', async () => {
    for (const [query, field] of [
      ['table=profits', 'table'],
      ['format=xlsx', 'format'],
      ['shape=round', 'shape'],
    ]) {
      const { status, body } = await get(`/export?${query}`);
      assert.deepEqual([status, body.detail[0].loc], [422, ['query', field]], query);
    }
  });

  it('the run of another user is not found, nor an unknown one', async () => {
    const { token: other } = await addSignedIn(app.deps, 'other');
    for (const path of ['/report', '/hours', '/export']) {
      assert.equal((await get(path, other)).status, 404);
      assert.equal(
        (await app.call('GET', `/api/model-builder/executions/none${path}`, { token })).status,
        404,
      );
    }
  });
});

/** Converts a long table to a wide one. `keys`: number of label columns that follow time and hour. */
function pivoted([head = [], ...rows]: string[][], keys: number): string[][] {
  const measures = head.slice(2 + keys);
  const labelOf = (row: string[]) => row.slice(2, 2 + keys).join(':');
  const labels = [...new Set(rows.map(labelOf))];
  const names = labels.flatMap((label) =>
    measures.length === 1 ? [label] : measures.map((measure) => `${label}:${measure}`),
  );
  const times = [...new Set(rows.map(([time, hour]) => `${time} ${hour}`))];
  return [
    ['time', 'hour', ...names],
    ...times.map((at) => {
      const rowsOfHour = rows.filter(([time, hour]) => `${time} ${hour}` === at);
      const cells = labels.flatMap(
        (label) => rowsOfHour.find((row) => labelOf(row) === label)?.slice(2 + keys) ?? [],
      );
      return [...at.split(' '), ...cells];
    }),
  ];
}
