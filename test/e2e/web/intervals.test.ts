/** The pages of a job in quarters of an hour: when an interval begins, and energy in MWh. */
import type { Page } from 'playwright-core';
import { withBrowser } from '../../support/browser/browser.ts';
import { newPerson, type Person, signIn } from '../../support/browser/steps.ts';
import { signIn as signInByApi } from '../../support/callers/api-client.ts';
import { payload } from '../../support/cases/payloads.ts';
import { runningStack } from '../../support/stack/running-stack.ts';

describe('the pages of a job in intervals of 15 minutes', () => {
  const pages = withBrowser();
  let person: Person;
  let url: string;
  let jobId: string;

  before(async function () {
    this.timeout(60_000);
    const { stack } = await runningStack();
    url = stack.api_url;
    person = await newPerson();
    const client = await signInByApi(url, person.username, person.password);
    jobId = await client.submit('uc', payload({ interval_minutes: 15 }));
    await client.wait(jobId);
  });

  async function open(query: string): Promise<Page> {
    const page = await pages.open(url, `#/jobs/${jobId}?${query}`);
    await signIn(page, person);
    await page.locator('main .card p').first().waitFor();
    return page;
  }
  const words = (page: Page, text: RegExp): Promise<void> =>
    page.locator('main .card p').filter({ hasText: text }).first().waitFor();

  it('say when the load is largest, and head their numbers with the time', async () => {
    const page = await open('view=dispatch');
    await words(
      page,
      /load is largest in interval 1 \(0:15\) with 120 MW and smallest in interval 0 \(0:00\)/,
    );
    await page
      .getByText(/^Numbers: /)
      .first()
      .click();
    await page.getByRole('columnheader', { name: '0:15', exact: true }).waitFor();
  });

  it('have the energy of a unit in MWh, and its intervals online', async () => {
    // 70, 95 and 90 MW for a quarter each.
    await words(await open('view=commitment&unit=g1'), /online in 3 of 3 intervals, makes 64 MWh/);
  });
});
