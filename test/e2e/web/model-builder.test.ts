/** A run of the model builder in the pages: set up, followed day by day, and read; and stored configurations. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { parquetReadObjects } from 'hyparquet';
import type { Page } from 'playwright-core';
import type { Reply } from '../../../api/client/client.ts';
import type { Network } from '../../../temporal/case/messages/stored-records.ts';
import { assertAccessible, assertFitsPhone } from '../../support/browser/accessibility.ts';
import { withBrowser } from '../../support/browser/browser.ts';
import { downloadOf, newPerson, press, type } from '../../support/browser/steps.ts';
import type { ApiClient } from '../../support/callers/api-client.ts';
import { daysOf, readExecution } from '../../support/callers/run-execution.ts';
import { zipOf } from '../../support/callers/zip.ts';
import { pypsaFolder, rtsTables, type Tables } from '../../support/cases/format-files.ts';
import { runningStack } from '../../support/stack/running-stack.ts';
import { until } from '../../support/until.ts';

type Report = Reply<'getModelBuilderExecutionsByExecutionIdReport'>;

const JOURNEY_MS = 240_000;
const ROLLING = '#/runs/new?model=pcm-rolling&network=demo-6bus';

describe('the model builder at the page', function () {
  this.timeout(JOURNEY_MS);
  const pages = withBrowser();

  const openAt = (address: string): Promise<Page> => pages.openAsSomebody(address);

  const untilCompleted = (page: Page): Promise<void> =>
    page.getByRole('heading', { name: 'Total', exact: true }).waitFor({ timeout: JOURNEY_MS });

  const saved = (page: Page, button: string) =>
    downloadOf(page, () => page.getByRole('button', { name: button }).click());

  it('runs three days of a network; a day leads to its job', async () => {
    const page = await openAt('#/runs');
    await page.getByRole('link', { name: 'New run' }).click();
    await page.getByLabel('Model').selectOption('pcm-rolling');
    await page.getByLabel('Network', { exact: true }).selectOption('demo-6bus');
    await page.getByLabel('Length').fill('3');
    await page.getByText('72 h in 3 solves. At most 8784 h.').waitFor();
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await untilCompleted(page);
    await page.getByText('3 of 3 days solved').waitFor();

    const id = new URL(page.url()).hash.split('/').at(-1) ?? '';
    const days = await daysOf((await runningStack()).admin, id);
    assert.equal(days.length, 3);
    const dollars = (usd = 0): string => `$${Math.round(usd).toLocaleString('en-US')}`;
    for (const { day, totals } of days)
      await page.getByRole('link', { name: `Day ${day}: ${dollars(totals?.total_cost_usd)}` }).waitFor();
    const cost = days.reduce((sum, { totals }) => sum + (totals?.total_cost_usd ?? 0), 0);
    await page
      .getByRole('definition')
      .filter({ hasText: dollars(cost) })
      .first()
      .waitFor();
    await page.getByRole('row', { name: /^coal/ }).waitFor();
    await page.getByRole('img', { name: /^Supply by fuel with load, .* of 72 hours; / }).waitFor();
    await page.getByRole('heading', { name: 'Duration of load and price' }).click();
    const peak = Math.max(...days.flatMap(({ hourly }) => hourly?.load_mw ?? []));
    const peakText = `${peak.toLocaleString('en-US', { maximumFractionDigits: 1 })} MW`;
    await page.getByRole('img', { name: `Load duration: from ${peakText} ` }).waitFor();
    await page.getByLabel('Rows by').selectOption('unit');
    const units = Object.keys(days[0]?.totals?.generation_mwh ?? {});
    const table = page.getByRole('group', { name: 'Report by unit' });
    await table.getByRole('row', { name: new RegExp(`^${units[0]} `) }).waitFor();
    assert.equal(await table.getByRole('row').count(), units.length + 1);
    await page.getByText('Download hourly data').click();
    assert.equal((await saved(page, 'CSV: Prices by bus')).name, `lmp-${id}.csv`);

    await page.getByLabel('Figure').selectOption('Average price');
    await page.getByRole('link', { name: /^Day 2: \$[\d.]+\/MWh/ }).click();
    await page.getByRole('heading', { name: /^Job/ }).waitFor();
    assert.ok(page.url().endsWith(`/jobs/${days[1]?.job_id}`));

    await page.getByText('Day 2 of a run: 24 h kept, 24 h look-ahead').waitFor();
    await page.getByText('network demo-6bus').waitFor();
    await page.getByRole('link', { name: 'The next day, 3' }).click();
    await page.getByText('Day 3 of a run: 24 h kept').waitFor();
    assert.ok(page.url().endsWith(`/jobs/${days[2]?.job_id}`));
    await page.getByRole('link', { name: 'The previous day, 2' }).waitFor();
    await page.getByRole('link', { name: 'Day 3 of a run' }).click();
    await page.getByText('3 of 3 days solved').waitFor();
  });

  it('shows a mistake beside its field, and stops a year on request', async () => {
    pages.expectErrors(/422/);
    const page = await openAt(ROLLING);
    await page.getByLabel('Length').fill('367');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByText('Input should be less than or equal to 8784').waitFor();
    assert.equal(await page.getByLabel('Length').getAttribute('aria-invalid'), 'true');
    await page.getByLabel('Length').fill('365');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByText(/of 365 days ended, about .* left/).waitFor({ timeout: JOURNEY_MS });
    const months = page.getByRole('group', { name: 'Progress by month' });
    await months.getByRole('row', { name: /^1 [1-9]/ }).waitFor();
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('cancelled', { exact: true }).waitFor();
    await page.getByText('The run has no days.').waitFor();
  });

  it('imports a network with its series and reports on it; a wrong table is named', async () => {
    pages.expectErrors(/422/);
    const page = await openAt('#/runs/new?model=pcm-rolling');
    const send = async (name: string, tables: Tables): Promise<void> => {
      const field = page.getByLabel('Drop a file here, or choose one');
      await field.setInputFiles({ name, mimeType: 'application/zip', buffer: Buffer.from(zipOf(tables)) });
      await page.getByRole('button', { name: 'Import', exact: true }).click();
    };
    const { 'SourceData/bus.csv': _, ...busless } = rtsTables();
    await send('broken.zip', busless);
    await page
      .getByRole('alert')
      .getByText(/bus\.csv/)
      .first()
      .waitFor();
    await send('five buses.zip', rtsTables());
    await page.getByText(/^five-buses: 5 buses, /).waitFor();
    await page.getByRole('heading', { name: 'Kept' }).waitFor();
    await send('a folder.zip', pypsaFolder());
    await page.getByText(/^a-folder: 4 buses, /).waitFor();
    assert.equal(await page.getByLabel('Format', { exact: true }).inputValue(), 'pypsa-csv');
    await send('five buses.zip', rtsTables());
    await page.getByText(/^five-buses: 5 buses, /).waitFor();
    const choice = page.getByLabel('Network', { exact: true });
    // The list is reloaded with the new entry.
    await choice.locator('option[value=five-buses]').waitFor({ state: 'attached' });
    assert.equal(await choice.inputValue(), 'five-buses');
    await page.getByText('Download the network').click();
    const file = await saved(page, 'Zip: MATPOWER');
    assert.equal(file.name, 'five-buses-matpower.zip');
    assert.equal((await readFile(file.path)).subarray(0, 2).toString(), 'PK');
    await assertAccessible(page);
  });

  it('is asked for the terms of a study, and shows its months, its storage and where lines were full', async () => {
    pages.expectErrors(/422/);
    const person = await newPerson();
    const { api } = person;
    await putDated(api, 'dated');
    const page = await pages.openAs(person, '#/runs/new?model=pcm-rolling&network=dated');
    await page.getByLabel('Length').fill('4');
    await page.getByText(/^29 Jun 2020 to \d+ \w+ 2020; empty: first hour$/).waitFor();
    await page.getByLabel('Begins').fill('2020-06-29');
    await page.getByText('Steps, prices and outages').click();
    await page.getByLabel('Look-ahead, h').fill('12');
    await page.getByLabel('Price of load not served, $/MWh').fill('5000');
    await page.getByLabel('Fuel prices, $/MMBtu').fill('Peat=3');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByText("The network has no fuel 'Peat'").waitFor();
    assert.equal(await page.getByLabel('Fuel prices, $/MMBtu').getAttribute('aria-invalid'), 'true');
    await assertAccessible(page);
    await page.getByLabel('Fuel prices, $/MMBtu').fill('');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await untilCompleted(page);

    const id = new URL(page.url()).hash.split('/').at(-1) ?? '';
    const { options } = await readExecution(api, id);
    assert.deepEqual(
      [options.start, options.look_ahead_h, options.unserved_energy_usd_per_mwh, options.horizon],
      ['2020-06-29', 12, 5000, 96],
    );
    const { body: report } = await api.request<Report>('GET', `/api/model-builder/executions/${id}/report`);
    for (const fold of ['Energy by month', 'Storage', 'Congestion'])
      await page.getByRole('heading', { name: fold }).click();
    await page.getByText(/storage charges in [\d.]+ %, discharges in [\d.]+ %/).waitFor();
    await page.getByRole('img', { name: 'Energy of 2 months by fuel; largest: coal.' }).waitFor();
    await page.getByRole('img', { name: 'Energy discharged and charged by month.' }).waitFor();
    const [most] = report.lines;
    assert.ok(most && most.binding_hours > 0, JSON.stringify(report.lines));
    const lines = page.getByRole('group', { name: 'Lines by congestion rent' });
    await lines.getByRole('row', { name: `${most.line} ${most.binding_hours} h` }).waitFor();
    await page.getByRole('application', { name: `highest rent: ${most.line}` }).waitFor();
    await type(page, page.getByLabel('Find a bus, line or unit'), `line ${most.line}`);
    await page.keyboard.press('Enter');
    await page.getByText(`Line ${most.line}: ${most.binding_hours} h at a limit`).waitFor();
    await page.getByText('Download hourly data').click();
    await page.getByLabel('Format').selectOption('parquet');
    await page.getByLabel('Shape').selectOption('wide');
    const { path } = await saved(page, 'Parquet: Output');
    const rows = await parquetReadObjects({ file: await toArrayBuffer(path) });
    assert.equal(rows.length, 96);
    assert.ok(rows[0] && 'Baseload' in rows[0], Object.keys(rows[0] ?? {}).join());
    await assertAccessible(page);

    await page.getByRole('link', { name: /^Tue 30 Jun: / }).click();
    await page.getByText('Tue 30 Jun of a run: 24 h kept, 12 h look-ahead').waitFor();
    await page
      .getByRole('img', { name: /Peak load [\d.,]+ MW on Tue 30 Jun, \d\d:00–\d\d:00, minimum/ })
      .waitFor();
    await assertFitsPhone(page);
  });

  it('dispatches a day again in real time, and warns that the network has forecasts only', async () => {
    const page = await openAt(ROLLING);
    await page.getByText('Steps, prices and outages').click();
    await page.getByLabel('Re-dispatch each hour on actual values (real time)').check();
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByText(/^The network has no actual values .* dispatched on forecasts$/).waitFor();
    const id = new URL(page.url()).hash.split('/').at(-1) ?? '';
    const { options } = await readExecution((await runningStack()).admin, id);
    assert.deepEqual(options.real_time, {});
  });

  it('keeps a configuration, uses it again and forgets it', async () => {
    pages.expectErrors(/409/);
    const page = await openAt(ROLLING);
    const openSaved = () => page.getByRole('heading', { name: 'Saved configurations' }).click();
    await openSaved();
    await page.getByLabel('Mip gap').fill('0.02');
    await page.getByLabel('Save these settings as').fill('<i>nightly</i>');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('cell', { name: '<i>nightly</i>', exact: true }).waitFor();
    await page.getByLabel('Save these settings as').fill('<i>nightly</i>');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/There is a configuration named/).waitFor();
    await page.reload();
    assert.equal(await page.getByLabel('Mip gap').inputValue(), '0.001');
    await openSaved();
    await page.getByRole('button', { name: 'Load <i>nightly</i>' }).click();
    await until(async () => (await page.getByLabel('Mip gap').inputValue()) === '0.02');
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('None yet.').waitFor();
  });

  it('works with the keyboard alone', async () => {
    const page = await openAt('#/runs/new?model=uc-standard&network=demo-6bus');
    await type(page, page.getByLabel('Length'), '1');
    await press(page, page.getByRole('button', { name: 'Run', exact: true }));
    await untilCompleted(page);
    await press(page, page.getByRole('link', { name: /^Day 1: / }));
    await page.getByRole('heading', { name: /^Job/ }).waitFor();
  });
});

/** Stores six buses at the end of June, with a battery and a line that is too weak in some hours. */
async function putDated(api: ApiClient, network_id: string): Promise<void> {
  const { body } = await api.request<Network>('GET', '/api/networks/demo-6bus');
  const battery = {
    name: 'B',
    bus: 5,
    energy_mwh: 80,
    charge_mw: 20,
    discharge_mw: 20,
    efficiency: 0.9,
    initial_mwh: 40,
  };
  const dated = {
    ...body,
    series_start: '2020-06-29T00:00:00',
    lines: body.lines.map((line) => (line.id === 'L3' ? { ...line, s_nom_mva: 60 } : line)),
    storage: [battery],
  };
  const put = await api.request('PUT', `/api/networks/${network_id}`, { body: dated });
  assert.equal(put.status, 201, JSON.stringify(put.body));
}

const toArrayBuffer = async (path: string): Promise<ArrayBuffer> =>
  Uint8Array.from(await readFile(path)).buffer;
