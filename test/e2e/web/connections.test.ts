/** A connection study at the page: set up, refused, followed, cancelled, resumed, and read by bus and on the map. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import type { Connections } from '../../../api/client/runs.ts';
import type { SignedConnections } from '../../../temporal/case/messages/signed-certificate.ts';
import {
  assertAccessible,
  assertContrastInDark,
  assertFitsPhone,
} from '../../support/browser/accessibility.ts';
import { withBrowser } from '../../support/browser/browser.ts';
import { takePictures } from '../../support/browser/pictures.ts';
import { downloadOf, newPerson } from '../../support/browser/steps.ts';
import { parseCsv } from '../../support/callers/parse-csv.ts';

const JOURNEY_MS = 240_000;
const FORM = '#/connections/new?network=demo-6bus';
const TITLE = /^Connections to demo-6bus, 1 day/;

describe('connection studies at the page', function () {
  this.timeout(JOURNEY_MS);
  const pages = withBrowser();

  async function submit(page: Page, typed: Readonly<Record<string, string>>): Promise<string> {
    for (const [label, text] of Object.entries(typed)) await page.getByLabel(label).fill(text);
    await page.getByRole('button', { name: 'Study', exact: true }).click();
    await page.getByRole('heading', { name: TITLE }).waitFor();
    return new URL(page.url()).hash.split('/').at(-1) ?? '';
  }
  const until = (page: Page, status: string): Promise<void> =>
    page.getByText(status, { exact: true }).waitFor({ timeout: JOURNEY_MS });
  const table = (page: Page, name: RegExp) => page.getByRole('group', { name });

  it('says what can connect at each bus, why not more, and shows it on the map', async () => {
    const person = await newPerson();
    const page = await pages.openAs(person, '#/networks/demo-6bus');
    await page.getByRole('link', { name: 'What can connect' }).click();
    await page.getByLabel('Network', { exact: true }).waitFor();
    await assertAccessible(page);
    await assertFitsPhone(page);
    const id = await submit(page, { Buses: '3, 4, 5', 'Largest power': '400', 'Hours of reduction': '3, 6' });
    await page.getByText(/of 3 connections, up to 400 MW/).waitFor();
    await until(page, 'completed');

    const { body } = await person.api.request<Connections>('GET', `/api/connection-studies/${id}/results`);
    assert.equal(body.candidates.length, 3);
    const intervals = table(page, /^Power of new load by bus/);
    assert.equal(await intervals.getByRole('row').count(), 4);
    const scarce = body.candidates.find(({ binding }) => binding.length > 0);
    assert.ok(scarce, 'a limit binds at a bus');
    await intervals.getByRole('link', { name: String(scarce.bus), exact: true }).click();
    await page.getByRole('heading', { name: `New load at bus ${scarce.bus}` }).waitFor();
    await page.getByRole('img', { name: `MW at bus ${scarce.bus} by hours of reduction: 0 h ` }).waitFor();
    const limits = table(page, /^Limits that bind/);
    assert.ok((await limits.getByRole('row').count()) > 1);
    await page.getByRole('application', { name: /coloured by firm power at 3 buses/ }).waitFor();
    await intervals.getByRole('button', { name: 'Firm' }).click();
    const first = body.candidates.toSorted((a, b) => a.firm_mw.at_least - b.firm_mw.at_least)[0];
    await intervals
      .getByRole('row')
      .nth(1)
      .getByRole('link', { name: String(first?.bus), exact: true })
      .waitFor();
    await assertAccessible(page);
    await assertFitsPhone(page);
    await takePictures(page, 'connections study');
    await assertContrastInDark(page);

    await page.getByText('Download', { exact: true }).click();
    const saved = async (button: string): Promise<string> => {
      const { path } = await downloadOf(page, () => page.getByRole('button', { name: button }).click());
      return readFile(path, 'utf8');
    };
    assert.equal(parseCsv(await saved('CSV: Intervals')).length, 1 + 3 * 3);
    const signed: SignedConnections = JSON.parse(await saved('JSON: Signed certificate'));
    assert.equal(signed.statement.study_id, id);
    await page.getByRole('link', { name: 'Run with it' }).click();
    await page.getByRole('heading', { name: /^demo-6bus, 1 day/ }).waitFor();

    await page.getByRole('navigation').getByRole('link', { name: 'Home', exact: true }).click();
    await page.getByRole('link', { name: TITLE }).click();
    await until(page, 'completed');
  });

  it('marks a mistake, and is cancelled and resumed', async () => {
    pages.expectErrors(/422/);
    const page = await pages.openAsSomebody('#/connections');
    await page.getByText('No studies yet.').waitFor();
    await page.getByRole('link', { name: 'New study' }).click();
    await page.goto(new URL(FORM, page.url()).href);
    await page.getByLabel('Buses').fill('4, 77');
    await page.getByLabel('Largest power').fill('150');
    await page.getByRole('button', { name: 'Study', exact: true }).click();
    await page.getByText('The network has no bus 77').first().waitFor();
    assert.equal(await page.getByLabel('Buses').getAttribute('aria-invalid'), 'true');
    await submit(page, { Buses: '' });
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await until(page, 'cancelled');
    await page.getByRole('button', { name: 'Resume' }).click();
    await until(page, 'completed');
    await table(page, /^Power of new load by bus/)
      .getByRole('row')
      .nth(6)
      .waitFor();
  });
});
