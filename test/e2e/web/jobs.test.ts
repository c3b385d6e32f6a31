/** The list of jobs: found, compared, cancelled. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { assertAccessible, assertFitsPhone } from '../../support/browser/accessibility.ts';
import { withBrowser } from '../../support/browser/browser.ts';
import { newPerson, type Person, press } from '../../support/browser/steps.ts';
import { hardCase } from '../../support/cases/hard-case.ts';
import { generator, payload } from '../../support/cases/payloads.ts';

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

  const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });

  it('cancels a job, which is seen without a reload, and compares two with the keyboard alone', async () => {
    await person.api.submit('uc', hardCase(), { name: 'three' });
    const page = await pages.openAs(person, '#/jobs');
    await link(page, 'three').waitFor();
    await assertAccessible(page);
    await assertFitsPhone(page);
    await press(page, page.getByRole('button', { name: 'Cancel job' }).first());
    await press(page, page.getByRole('dialog').getByRole('button', { name: 'Cancel job' }));
    await page.getByRole('row', { name: /three/ }).getByText('cancelled').waitFor();
    await press(page, page.getByRole('checkbox', { name: 'Compare one' }), 'Space');
    await press(page, page.getByRole('checkbox', { name: 'Compare two' }), 'Space');
    await press(page, link(page, 'Compare the two'));
    await page.waitForURL(/\/jobs\/[\w-]+\/compare\/[\w-]+$/);
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
    await page.getByText('20 MWh of load are not served in hour 1: bus_1.').waitFor();
    await page.getByText('Objective by part').click();
    const parts = page.getByRole('table', { name: 'Parts of the objective' });
    assert.deepEqual(await parts.locator('tbody tr').last().getByRole('cell').allTextContents(), [
      'Objective',
      '$25,550',
      '100 %',
    ]);
    await assertAccessible(page);
    await assertFitsPhone(page);
    await page.getByRole('img', { name: /^Dispatch, from the bottom / }).waitFor();
    const hour = page.getByRole('table', { name: /^hour \d+ of \d+$/ });
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

  it('shows what fits the filters, which are part of the address', async () => {
    const page = await pages.openAs(person, '#/jobs?tag=monday');
    await link(page, 'one').waitFor();
    assert.equal(await link(page, 'two').count(), 0);
    await page.getByLabel('Tag').fill('nothing');
    const none = page.getByText('No job fits these filters.');
    await none.waitFor();
    await assertAccessible(page);
    await link(page, 'Show all jobs').click();
    await link(page, 'two').waitFor();
    await page.getByLabel('Status').selectOption('failed');
    await none.waitFor();
    await page.reload();
    await none.waitFor();
  });
});
