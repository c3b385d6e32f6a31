/** Power flow in the pages: findings on an uploaded case, each beside its element. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { assertAccessible, assertFitsPhone } from '../../support/browser/accessibility.ts';
import { withBrowser } from '../../support/browser/browser.ts';
import { press, tabTo } from '../../support/browser/steps.ts';

const bus = (id: number, kv: number, vm = 1) => `${id} 1 50 10 0 0 1 ${vm} 0 ${kv} 1 1.1 0.9;`;
const branch = (from: number, to: number) => `${from} ${to} 0.01 0.1 0 250 0 0 0 0 1 -360 360;`;
const CASE = `function mpc = broken
mpc.version = '2';
mpc.baseMVA = 100;
mpc.bus = [
${bus(1, 230)}
${bus(2, 115)}
${bus(3, 230, 1.2)}
];
mpc.gen = [
1 40 0 30 -30 1 100 1 250 10;
];
mpc.branch = [
${branch(1, 2)}
${branch(1, 3)}
];`;
const HOSTILE = '<img src=x onerror=alert(1)>';
const HOSTILE_NETWORK = JSON.stringify({
  buses: [{ id: 1, v_nom_kv: 230 }],
  lines: [{ id: HOSTILE, from_bus: 1, to_bus: 1, r_ohm: 1, x_ohm: 10 }],
  generators: [],
  loads: [],
});

const file = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
const drop = (page: Page, name: string, text: string) =>
  page.getByLabel('Drop a file here').setInputFiles(file(name, text));

describe('the power flow page', () => {
  const pages = withBrowser();
  const opened = async (address = '#/power-flow'): Promise<Page> => {
    const page = await pages.openAsSomebody(address);
    await page.getByRole('heading', { name: 'Power flow', level: 1 }).waitFor();
    return page;
  };

  it('lists findings by severity, and leads from one to the row and the drawing of its element', async () => {
    const page = await opened();
    await drop(page, 'broken.m', CASE);
    await page.getByText('must be corrected before a power flow').waitFor();
    await page.getByRole('link', { name: /^Errors [1-9]/ }).click();
    await page.getByText('voltage 1.2 pu above 1.1 pu').waitFor();
    const findings = page.getByRole('table', { name: 'Findings of the checks' });
    await findings.getByRole('link', { name: 'Bus 3' }).first().click();
    await page.getByRole('heading', { name: 'Bus 3' }).waitFor();
    await page.getByText('1.2 pu', { exact: true }).waitFor();
    await page.locator('canvas').waitFor();
    assert.match(page.url(), /severity=error.*element=bus%3A3/);
    await assertAccessible(page);
    await assertFitsPhone(page);
    await page.getByRole('link', { name: 'Line L2' }).click();
    await page.getByRole('heading', { name: 'Line L2' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Bus 3' }).waitFor();
  });

  it('filters, with a notice if nothing matches', async () => {
    const page = await opened();
    await drop(page, 'broken.m', CASE);
    await page.getByLabel('Elements').selectOption('line');
    const findings = page.getByRole('table', { name: 'Findings of the checks' });
    await findings.getByRole('link', { name: 'Line L1' }).first().waitFor();
    assert.equal(await findings.getByRole('link', { name: 'Bus 3' }).count(), 0);
    await page.getByLabel('Element or text').fill('no such thing');
    await page.getByText('No matching findings.').waitFor();
    await page.getByRole('button', { name: 'Show all' }).click();
    await findings.getByRole('link', { name: 'Bus 3' }).first().waitFor();
  });

  it('works with the keyboard alone, on a network that is stored', async () => {
    const page = await opened();
    await tabTo(page, page.getByLabel('Or a stored network'));
    await page.keyboard.type('IEEE RTS');
    await page.getByText('can be used for a power flow').waitFor();
    await press(page, page.getByRole('link', { name: 'Line 1-5', exact: true }));
    await page.getByRole('heading', { name: 'Line 1-5' }).waitFor();
    await press(page, page.getByRole('button', { name: 'Close' }));
    await page.getByRole('heading', { name: 'Line 1-5' }).waitFor({ state: 'detached' });
    const focused = page.locator(':focus');
    assert.equal(await focused.textContent(), 'Line 1-5');
    await page.reload();
    await page.getByText('can be used for a power flow').waitFor();
  });

  it('refuses a large file before it is read, and an invalid case', async () => {
    pages.expectErrors(/422/);
    const page = await opened();
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.url()));
    const folder = await mkdtemp(join(tmpdir(), 'large-'));
    await writeFile(join(folder, 'large.m'), '');
    await truncate(join(folder, 'large.m'), 200 * 2 ** 20);
    await page.getByLabel('Drop a file here').setInputFiles(join(folder, 'large.m'));
    await page.getByText('The case has 200 MB; the limit is 32 MB').waitFor();
    await rm(folder, { recursive: true });
    await drop(page, 'notes.txt', 'nothing of the kind');
    await page.getByText('Not a MATPOWER case').waitFor();
    assert.deepEqual(
      sent.filter((url) => url.includes('validate-file')),
      [],
    );
    await drop(page, 'letters.m', 'mpc.bus = [ 1 2 x ];');
    await page.getByText('is not a number').waitFor();
  });

  it('shows names full of HTML as text', async () => {
    const page = await opened();
    await drop(page, 'hostile.json', HOSTILE_NETWORK);
    await page
      .getByRole('link', { name: `Line ${HOSTILE}` })
      .first()
      .click();
    await page.getByRole('heading', { name: `Line ${HOSTILE}` }).waitFor();
    assert.equal(await page.locator('main img').count(), 0);
  });
});
