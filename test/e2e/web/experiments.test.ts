/** An experiment: built from a scenario, counted before it is submitted, followed, and read in its four views. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { assertAccessible, assertFitsPhone } from '../../support/browser/accessibility.ts';
import { withBrowser } from '../../support/browser/browser.ts';
import { downloadOf, newPerson, press, type } from '../../support/browser/steps.ts';
import { parseCsv } from '../../support/callers/parse-csv.ts';
import { outageNetwork } from '../../support/cases/outage-network.ts';
import { until } from '../../support/until.ts';

const JOURNEY_MS = 240_000;
const BUILDER = '#/experiments/new?base=demo-24h';

describe('experiments at the page', function () {
  this.timeout(JOURNEY_MS);
  const pages = withBrowser();

  const openAt = (address: string): Promise<Page> => pages.openAsSomebody(address);

  const variable = (page: Page, position: number): Locator =>
    page.getByRole('group', { name: `Variable ${position}` });

  /** Adds a variable with listed factors. */
  async function addFactors(page: Page, position: number, name: string, numbers: string): Promise<void> {
    await page.getByRole('button', { name: 'Add a variable' }).click();
    const fields = variable(page, position);
    const [collection = '', element = '', field] = name.split('.');
    await fields.getByLabel('Varies').selectOption(collection);
    if (field) {
      await fields.getByLabel('Element').selectOption(element);
      await fields.getByLabel('Field').selectOption(field);
    }
    await fields.getByLabel('Values', { exact: true }).selectOption('discrete');
    await fields.getByLabel('Numbers').fill(numbers);
    await fields.getByLabel('Each value').selectOption('multiply');
  }

  /** Waits until all scenarios have ended. */
  const untilSolved = (page: Page, count: number): Promise<void> =>
    page.getByText(`solved: ${count}`, { exact: true }).waitFor({ timeout: JOURNEY_MS });

  it('of 12 scenarios is counted, solved, and leads to the job of each scenario', async () => {
    const page = await openAt('#/experiments');
    await page.getByRole('link', { name: 'New experiment' }).click();
    await page.getByLabel('Base scenario').selectOption('demo-24h');
    await page.getByLabel('Name of the experiment').fill('<b>Load</b> & cost');
    await addFactors(page, 2, 'gas_price', '0.8, 1.2');
    await addFactors(page, 3, 'generators.*.startup_cost', '0.5 2');
    await page.getByText('12 scenarios', { exact: true }).waitFor();
    await page.getByText('… and 2 more.').waitFor();
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Submit 12 scenarios' }).click();
    await page.getByRole('heading', { name: '<b>Load</b> & cost' }).waitFor();
    await untilSolved(page, 12);
    await page.reload();
    await untilSolved(page, 12);
    const head = page.getByRole('columnheader', { name: 'Objective' });
    for (const order of ['ascending', 'descending']) {
      await head.getByRole('button').click();
      await until(async () => (await head.getAttribute('aria-sort')) === order);
    }

    const rows = await downloadedRows(page);
    assert.equal(rows.length, 12);
    await heatMapAgrees(page, rows);
    await page.getByRole('link', { name: 'Effects' }).click();
    await page.getByRole('row', { name: /^Load .*rises with it/ }).waitFor();
    await page.getByRole('link', { name: 'Parallel coordinates' }).click();
    await page.getByRole('img', { name: /^12 scenarios as lines/ }).waitFor();

    await page.getByRole('link', { name: 'Heat map' }).click();
    await cellsOf(page).first().getByRole('link').click();
    await page.getByRole('heading', { name: /^Job/ }).waitFor();
  });

  const cellsOf = (page: Page): Locator =>
    page
      .getByRole('table')
      .filter({ has: page.getByRole('columnheader', { name: 'Load \\ Gas price' }) })
      .getByRole('cell');

  type Row = Readonly<Record<string, string | undefined>>;

  async function downloadedRows(page: Page): Promise<Row[]> {
    const { path } = await downloadOf(page, () => page.getByRole('button', { name: 'CSV' }).click());
    const [head = [], ...lines] = parseCsv(await readFile(path, 'utf8'));
    return lines.map((line) => Object.fromEntries(head.map((name, at) => [name, line[at]])));
  }

  /** The heat map has six cells, each with the cost in the download. */
  async function heatMapAgrees(page: Page, rows: readonly Row[]): Promise<void> {
    await page.getByRole('link', { name: 'Heat map' }).click();
    await page.getByLabel('Across').selectOption('gas_price');
    await page.getByLabel('Down').selectOption('load');
    await page.getByLabel('generators.*.startup_cost').selectOption('at 2');
    await cellsOf(page).nth(5).waitFor();
    const costs = rows
      .filter((row) => row['generators.*.startup_cost'] === '2')
      .map((row) => `$${Math.round(Number(row['total_cost_usd'])).toLocaleString('en-US')}`);
    assert.deepEqual(await cellsOf(page).allTextContents(), costs);
  }

  it('with a mistake has it beside its field, and loses nothing', async () => {
    pages.expectErrors(/422/);
    const page = await openAt(BUILDER);
    await page.getByText('3 scenarios', { exact: true }).waitFor();
    await variable(page, 1)
      .getByText(/^Now [\d.,]+ to [\d.,]+ MW; values multiply it\.$/)
      .waitFor();
    await variable(page, 1).getByLabel('Varies').selectOption('Other path');
    const name = variable(page, 1).getByLabel('Path');
    await name.fill('tide');
    await variable(page, 1)
      .getByText(/tide.*no such variable/)
      .waitFor();
    assert.equal(await name.getAttribute('aria-invalid'), 'true');
    await name.fill('load');
    await variable(page, 1).getByLabel('Number of values').fill('2000');
    await variable(page, 1).getByText('At most 1000', { exact: true }).waitFor();
    await variable(page, 1).getByLabel('Number of values').fill('7');
    await page.getByText('7 scenarios', { exact: true }).waitFor();
    // Submits without a name.
    await page.getByRole('button', { name: 'Submit 7 scenarios' }).click();
    await page.getByRole('alert').waitFor();
    await page.getByText('Give the experiment a name').waitFor();
    assert.equal(await page.getByLabel('Name of the experiment').getAttribute('aria-invalid'), 'true');
    assert.equal(await variable(page, 1).getByLabel('Number of values').inputValue(), '7');
    await addFactors(page, 2, 'gas_price', Array.from({ length: 200 }, (_, i) => 1 + i).join(' '));
    await page.getByText('The matrix has 1400 scenarios; at most 1000 are accepted').waitFor();
  });

  it('is made, cancelled, solved again and read with the keyboard alone', async () => {
    const page = await openAt(BUILDER);
    const pressed = (role: 'button' | 'link', name: string | RegExp) =>
      press(page, page.getByRole(role, { name }));
    await type(page, page.getByLabel('Name of the experiment'), 'long');
    await type(page, variable(page, 1).getByLabel('Number of values'), '21');
    await type(page, page.getByLabel('Parallel solves'), '2');
    await page.getByText('21 scenarios', { exact: true }).waitFor();
    await pressed('button', 'Submit 21 scenarios');
    await page.getByText('1–20 of 21').waitFor();
    await pressed('button', 'Cancel');
    await press(page, page.getByRole('dialog').getByRole('button', { name: 'Cancel' }));
    await pressed('button', /Solve \d+ failed or cancelled again/);
    await untilSolved(page, 21);
    await pressed('link', 'Effects');
    await page.getByRole('row', { name: /^Load/ }).waitFor();
    await pressed('link', 'Line chart');
    await page.getByRole('img', { name: /^Objective over load, 21 scenarios/ }).waitFor();
    await pressed('link', 'Table');
    await press(page, page.getByRole('link', { name: '#1', exact: true }));
    await page.getByRole('heading', { name: /^Job/ }).waitFor();
    await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Experiments' }).click();
    await page.getByRole('cell', { name: '21 of 21' }).waitFor();
    await page.getByLabel('Status').selectOption('failed');
    await page.getByText('No experiments with this status.').waitFor();
  });

  it('of runs shows expected values over the seeds, and leads to the run of each', async () => {
    const person = await newPerson();
    await person.api.request('PUT', '/api/networks/prone', { body: outageNetwork() });
    const execution = {
      pcm_model_id: 'pcm-rolling',
      network_id: 'prone',
      solver: { id: 'highs' },
      options: { days: 1, look_ahead_h: 0, load_scale: 1.2 },
    };
    const submit = '/api/experiments/submit';
    const { status, body } = await person.api.request<{ experiment_id: string }>('POST', submit, {
      body: { name: 'outages', execution, seeds: { first: 1, count: 3 } },
    });
    assert.equal(status, 202, JSON.stringify(body));
    const page = await pages.openAs(person, `#/experiments/${body.experiment_id}`);
    await page.getByText('3 of 3 solves').waitFor({ timeout: JOURNEY_MS });
    // Load that an outage cuts off is unserved at its penalty.
    await page.getByText(/solved with penalties: [1-3]/).waitFor();
    const expected = page.getByRole('group', { name: 'Expected values: All runs' });
    await expected.getByRole('row', { name: /^EUE, MWh [\d.,]+ [\d.,]+/ }).waitFor();
    await page.getByRole('columnheader', { name: 'Hours short' }).waitFor();
    await assertAccessible(page);
    await assertFitsPhone(page);
    await page.getByRole('link', { name: '#1', exact: true }).click();
    await page.getByRole('heading', { name: 'Total', exact: true }).waitFor();
    assert.match(page.url(), /#\/runs\//);
  });
});
