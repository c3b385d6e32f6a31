/** Days planned on forecasts and dispatched on actual values, over HTTP; the settlement is computed by hand. */
import assert from 'node:assert/strict';
import type { Report } from '../../api/model-builder/report-schema.ts';
import type { ApiClient } from '../support/callers/api-client.ts';
import { startExecution, untilExecution } from '../support/callers/run-execution.ts';
import { studyNetwork } from '../support/cases/study-network.ts';
import { surprisingNetwork } from '../support/cases/surprising-network.ts';
import { newUser, runningStack } from '../support/stack/running-stack.ts';

const LIMIT_S = 240;
const HOURS = 48;
const solver = { id: 'highs', time_limit: 60, mip_gap: 0 };
const study = { pcm_model_id: 'pcm-rolling', solver };

const near = (actual: number | null | undefined, expected: number, within = 1e-3): void =>
  assert.ok(Math.abs((actual ?? Number.NaN) - expected) <= within, `${actual} instead of ${expected}`);

describe('a run in real time', function () {
  this.timeout(LIMIT_S * 1000);
  let api: ApiClient;
  /** The runs start together, since the hours of each are solved in sequence. */
  let runs: Readonly<Record<'surprised' | 'planned' | 'foreseen', string>>;
  before(async () => {
    api = await newUser(await runningStack());
    for (const [id, body] of [
      ['surprised', surprisingNetwork()],
      ['foreseen', studyNetwork()],
    ] as const) {
      const { status, body: reply } = await api.request('PUT', `/api/networks/${id}`, { body });
      assert.equal(status, 201, JSON.stringify(reply));
    }
    const foreseen = { days: 2, include_reserves: true, real_time: { quick_start_h: 0 } };
    const surprised = { days: 2, lines: 'off', real_time: {} };
    runs = {
      foreseen: await startExecution(api, { ...study, network_id: 'foreseen', options: foreseen }),
      surprised: await startExecution(api, { ...study, network_id: 'surprised', options: surprised }),
      planned: await startExecution(api, {
        ...study,
        network_id: 'surprised',
        options: { days: 1, lines: 'off' },
      }),
    };
  });

  const path = (id: string, rest: string) => `/api/model-builder/executions/${id}/${rest}`;
  async function reportOf(id: string, query = ''): Promise<Report> {
    const { status, body } = await api.request<Report>('GET', path(id, `report${query}`));
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  }
  async function completed(id: string): Promise<string> {
    const ended = await untilExecution(api, id, undefined, LIMIT_S);
    assert.equal(ended.status, 'completed', JSON.stringify(ended.error));
    return id;
  }

  it('has its own cost, and settles the difference at the prices of real time', async () => {
    const { real_time: report } = await reportOf(await completed(runs.surprised));
    assert.ok(report);
    assert.deepEqual([report.hours, report.quick_starts], [HOURS, 1]);
    const planned = 70 * 20 * HOURS;
    near(report.day_ahead.total_cost_usd, planned);
    near(report.real_time.total_cost_usd, planned + (30 * 20 + 10 * 50 + 1 + 5) - 30 * 20 + 20 * 20);
    near(report.real_time.penalty_usd, 0);
    const { by_type, load } = report.settlement;
    const rows = new Map(by_type.map((row) => [row.group, row]));
    near(rows.get('STEAM')?.day_ahead_usd, planned);
    near(rows.get('STEAM')?.balancing_usd, 30 * 50 - 30 * 20 + 20 * 20);
    near(rows.get('CT')?.balancing_usd, 10 * 50);
    near(rows.get('WIND')?.day_ahead_usd, 20 * 20 * HOURS);
    near(rows.get('WIND')?.balancing_usd, 10 * 20 - 20 * 20);
    near(load.day_ahead_usd, 90 * 20 * HOURS);
    near(load.balancing_usd, 40 * 50 - 20 * 20);
    const five = report.prices_by_hour.find(({ hour }) => hour === 5);
    near(five?.day_ahead_usd_per_mwh, 20);
    near(five?.real_time_usd_per_mwh, (50 + 20) / 2);
  });

  it('is in reports and tables of its own market', async () => {
    const id = await completed(runs.surprised);
    const [dayAhead, realTime] = [await reportOf(id), await reportOf(id, '?market=real_time')];
    near(dayAhead.by_unit.find(({ unit }) => unit === 'gas')?.generation_mwh, 0);
    near(realTime.by_unit.find(({ unit }) => unit === 'gas')?.generation_mwh, 10);
    assert.deepEqual([realTime.windows_total, realTime.windows_done, realTime.hours], [HOURS, HOURS, HOURS]);
    const table = await fetch(
      new URL(path(id, 'export?table=dispatch&shape=wide&market=real_time'), api.url),
      {
        headers: { authorization: `Bearer ${api.token}` },
      },
    );
    const lines = (await table.text()).trim().split('\r\n');
    assert.equal(lines.length, HOURS + 1);
    assert.match(lines[0] ?? '', /^hour,coal,gas,wind/);
    assert.match(lines[6] ?? '', /^5,100,10,20/);
    const without = await completed(runs.planned);
    assert.equal((await reportOf(without)).real_time, undefined);
    for (const rest of ['report?market=real_time', 'export?market=real_time']) {
      const refused = await api.request<{ detail: { loc: string[] }[] }>('GET', path(without, rest));
      assert.deepEqual([refused.status, refused.body.detail[0]?.loc], [422, ['query', 'market']]);
    }
  });

  it('costs and settles nothing more if the forecast was right, storage and budgets included', async () => {
    const { real_time: report } = await reportOf(await completed(runs.foreseen));
    assert.ok(report);
    const { day_ahead, real_time, settlement, quick_starts } = report;
    near(real_time.total_cost_usd, day_ahead.total_cost_usd, 1e-6 * day_ahead.total_cost_usd);
    assert.equal(quick_starts, 0);
    const paid = settlement.by_unit.reduce((sum, { balancing_usd }) => sum + balancing_usd, 0);
    near(paid, 0, 1e-6 * settlement.load.day_ahead_usd);
    near(settlement.load.balancing_usd, 0, 1e-6 * settlement.load.day_ahead_usd);
  });
});
