/**
 * The list of jobs: search, sorting, renaming, tags, comparison, cancellation and deletion; and the page of one job.
 */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import {
  assertAccessible,
  assertContrastInDark,
  assertFitsPhone,
} from '../../support/browser/accessibility.ts';
import { withBrowser } from '../../support/browser/browser.ts';
import { newPerson, type Person, press } from '../../support/browser/steps.ts';
import { hardCase } from '../../support/cases/hard-case.ts';
import { generator, payload } from '../../support/cases/payloads.ts';
import { until } from '../../support/until.ts';

describe('the list of jobs at the page', function () {
  this.timeout(60_000);
  const pages = withBrowser();
  let person: Person;
  before(async () => {
    person = await newPerson();
    const solved = [
      await person.api.submit('uc', payload(), { name: 'one', tags: ['monday'] }),
      await person.api.submit('uc', payload({ loads: [{ bus: 1, values: [60, 70, 80] }] }), { name: 'two' }),
    ];
    for (const jobId of solved) await person.api.wait(jobId);
  });

  const choose = (page: Page, name: string) =>
    press(page, page.getByRole('checkbox', { name: `Choose ${name}`, exact: true }), 'Space');
  const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });

  it('cancels a job, which is seen without a reload, and compares two with the keyboard alone', async () => {
    await person.api.submit('uc', hardCase(), { name: 'three' });
    const page = await pages.openAs(person, '#/jobs');
    await link(page, 'three').waitFor();
    await assertAccessible(page);
    await assertFitsPhone(page);
    await choose(page, 'three');
    await press(page, page.getByRole('button', { name: 'Cancel 1 job' }));
    await press(page, page.getByRole('dialog').getByRole('button', { name: 'Cancel 1 job' }));
    await page.getByRole('row', { name: /three/ }).getByText('cancelled').waitFor();
    await choose(page, 'three');
    await choose(page, 'one');
    await choose(page, 'two');
    await assertAccessible(page);
    await press(page, link(page, 'Compare 2 jobs'));
    await page.waitForURL(/\/jobs\/[\w-]+\/compare\/[\w-]+$/);
    await page.getByRole('heading', { name: 'Compare one and two' }).waitFor();
  });

  it('sorts by a column, renames in place, tags and deletes the selected jobs', async () => {
    const page = await pages.openAs(person, '#/jobs');
    const names = () => page.locator('[data-head="Job"] > a').allTextContents();
    await link(page, 'one').waitFor();
    await page.getByRole('button', { name: 'Job', exact: true }).click();
    await page.waitForURL(/sort=name/);
    await page.locator('th[aria-sort="ascending"]').getByText('Job').waitFor();
    await until(async () => (await names())[0] === 'one');
    await page.locator('th[aria-sort="ascending"] button').click();
    await until(async () => (await names()).at(-1) === 'one');
    await page.getByRole('button', { name: 'Rename two' }).click();
    await page.getByLabel('New name').fill('<i>renamed</i>');
    await page.getByLabel('New name').press('Enter');
    await link(page, '<i>renamed</i>').waitFor();
    await choose(page, '<i>renamed</i>');
    await page.getByLabel('Add or remove a tag').fill('friday');
    await page.getByRole('button', { name: 'Tag', exact: true }).click();
    await page.getByRole('button', { name: 'Only jobs tagged friday' }).click();
    await until(async () => (await names()).join() === '<i>renamed</i>');
    await page.getByLabel('Name of this filter').fill('Fridays');
    await page.getByRole('button', { name: 'Save filter' }).click();
    await link(page, 'Show all jobs').click();
    await link(page, 'one').waitFor();
    await page.reload();
    await link(page, 'Fridays').click();
    await until(async () => (await names()).join() === '<i>renamed</i>');
    await choose(page, '<i>renamed</i>');
    await page.getByRole('button', { name: 'Delete 1 job' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete 1 job' }).click();
    await page.getByText('No jobs match these filters.').waitFor();
  });

  it('shows that an optimum leaves load without power, in the list and first on its page', async () => {
    const shedding = payload({
      generators: [generator()],
      options: { unserved_energy_usd_per_mwh: 1000 },
    });
    await person.api.wait(await person.api.submit('uc', shedding, { name: 'shedding' }));
    const page = await pages.openAs(person, '#/jobs');
    const row = page.getByRole('row', { name: /shedding/ });
    await row.getByText('OPTIMAL with penalties').waitFor();
    await row.getByText('penalties $20,000').waitFor();
    await link(page, 'shedding').click();
    await page.getByText('20 MWh of load not served: hour 1, bus 1.').waitFor();
    await page.getByText('= Objective').waitFor();
    await page.getByText('$25,550', { exact: true }).waitFor();
    await assertAccessible(page);
    await assertFitsPhone(page);
    await page.getByRole('img', { name: /^Dispatch, from the bottom: / }).waitFor();
    const hour = page.getByRole('table', { name: /^Hour \d+$/ });
    await hour.getByRole('row', { name: /^Not served 20 MW/ }).waitFor();
    await page.getByRole('slider').press('ArrowLeft');
    await page
      .getByRole('table', { name: 'hour 0' })
      .getByRole('row', { name: /^Load / })
      .waitFor();
    assert.match((await link(page, 'Change and solve again').getAttribute('href')) ?? '', /solve\?job=/);
    assert.equal(await link(page, 'Storage').count(), 0);
    await link(page, 'Certificate').click();
    await page
      .getByRole('row', { name: /Storage keeps/ })
      .getByText('none in this case')
      .waitFor();
  });

  it('shows the jobs that match the filters, which are part of the address', async () => {
    const page = await pages.openAs(person, '#/jobs?tag=monday');
    await link(page, 'one').waitFor();
    assert.equal(await page.locator('tbody tr').count(), 1);
    await page.getByLabel('Tag', { exact: true }).fill('nothing');
    const none = page.getByText('No jobs match these filters.');
    await none.waitFor();
    await assertAccessible(page);
    await link(page, 'Show all jobs').click();
    await link(page, 'one').waitFor();
    await page.getByLabel('Status').selectOption('failed');
    await none.waitFor();
    await page.reload();
    await none.waitFor();
  });

  it('is searched from everywhere, with the keyboard alone and never in a field', async () => {
    const page = await pages.openAs(person, '#/jobs?tag=monday');
    await page.getByLabel('Tag', { exact: true }).press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Search' });
    assert.equal(await palette.count(), 0, 'not in a field');
    await page.getByRole('heading', { name: 'Jobs' }).press('?');
    const field = palette.getByRole('combobox');
    await field.fill('one');
    await palette.getByRole('option', { name: /^Job one/ }).waitFor();
    await assertAccessible(page);
    await assertContrastInDark(page);
    await assertFitsPhone(page);
    await field.press('Enter');
    const heading = page.getByRole('heading', { name: 'Job one' });
    await heading.waitFor();
    await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByText('Summary').waitFor();
    assert.equal(await page.title(), 'OPTIMAL · one');
    await heading.press('Control+k');
    await field.fill('unit g');
    await palette.getByRole('option', { name: /^Unit g1/ }).waitFor();
    await field.press('ArrowDown');
    await field.press('Enter');
    await page.waitForURL(/\?view=commitment&unit=g2$/);
    await heading.press('Control+k');
    await field.fill('<b>nothing</b>');
    await palette.getByText('No matches.').waitFor();
    await palette.getByLabel('Enable ? key').uncheck();
    await page.keyboard.press('Escape');
    await heading.press('?');
    assert.equal(await palette.count(), 0, 'switched off');
  });

  it('offers the contents of a result, and the request as code', async () => {
    const name = `it's "<b>bold</b>"`;
    const id = await person.api.submit('uc', payload(), { name });
    await person.api.wait(id);
    const page = await pages.openAs(person, `#/jobs/${id}?view=downloads`);
    await page.getByRole('button', { name: 'CSV: Output of every unit' }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'CSV: Storage' }).count(), 0);
    const curl = await page.getByLabel('curl', { exact: true }).inputValue();
    assert.ok(curl.includes(`"name":"it'\\''s \\"<b>bold</b>\\""`), curl);
    assert.ok(curl.includes('$GRID_API_KEY'));
    assert.equal(await page.getByRole('button', { name: 'Copy', exact: true }).count(), 4);
    await assertAccessible(page);
    await assertFitsPhone(page);
  });

  it('shows quarters of an hour: when an interval begins, and energy in MWh', async () => {
    const id = await person.api.submit('uc', payload({ interval_minutes: 15 }));
    await person.api.wait(id);
    const page = await pages.openAs(person, `#/jobs/${id}`);
    const says = /Peak load 120 MW in interval 1 \(0:15\), minimum [\d,.]+ MW in interval 0 \(0:00\)/;
    await page.getByRole('img', { name: says }).waitFor();
    await link(page, 'Units').click();
    const numbers = page.getByText(/^Numbers: /).first();
    await numbers.click();
    await page.getByRole('columnheader', { name: '0:15', exact: true }).waitFor();
    await page.getByRole('button', { name: 'g1', exact: true }).click();
    // 70, 95 and 90 MW, for a quarter of an hour each.
    const energy = page.getByText(/is on for 0.75 of 0.75 h, produces 64 MWh/).first();
    await energy.waitFor();
  });

  it('is printed light, with its chart and without its controls', async () => {
    const page = await pages.openAs(person, '#/jobs');
    await page.evaluate(`localStorage.theme = 'dark'`);
    await page.reload();
    await link(page, 'one').click();
    await page.getByRole('img', { name: /^Dispatch, from the bottom/ }).waitFor();
    const chart = page.locator('.chart canvas').first();
    await chart.waitFor();
    await page.evaluate(`dispatchEvent(new Event('beforeprint'))`);
    await page.emulateMedia({ media: 'print' });
    assert.ok((await chart.boundingBox())?.height);
    for (const gone of [
      page.getByRole('slider'),
      page.getByRole('button', { name: 'Play' }),
      page.locator('.rail'),
    ])
      assert.equal(await gone.first().isVisible(), false);
    const scheme = 'getComputedStyle(document.documentElement).colorScheme';
    assert.equal(await page.evaluate(scheme), 'light');
    await page.emulateMedia({ media: null });
    await page.evaluate(`dispatchEvent(new Event('afterprint'))`);
    assert.equal(await page.evaluate(scheme), 'dark');
    await page.evaluate('localStorage.clear()');
  });
});
