/** A case without a schedule: why, and the least that mends it. */
import type { Locator, Page } from 'playwright-core';
import { assertAccessible, assertFitsPhone } from '../../support/browser/accessibility.ts';
import { withBrowser } from '../../support/browser/browser.ts';
import { newPerson, press, signIn } from '../../support/browser/steps.ts';
import { signIn as signInByApi } from '../../support/callers/api-client.ts';
import { generator, payload } from '../../support/cases/payloads.ts';
import { runningStack } from '../../support/stack/running-stack.ts';

/** 100 MW for a load of 120 MW in hour 1. */
const SHORT = payload({ generators: [generator({ name: 'only' })] });

describe('an infeasible case at the page', () => {
  const pages = withBrowser();

  async function infeasibleJob(): Promise<Page> {
    const { stack } = await runningStack();
    const person = await newPerson();
    const api = await signInByApi(stack.api_url, person.username, person.password);
    const jobId = await api.submit('uc', SHORT);
    const page = await pages.open(stack.api_url, `#/jobs/${jobId}`);
    await signIn(page, person);
    await page.getByRole('heading', { name: 'Why there is no schedule' }).waitFor();
    return page;
  }

  const repairButton = (page: Page): Locator => page.getByRole('button', { name: 'Solve with this repair' });

  it('shows its causes and its repair, which is a button away from a schedule', async () => {
    const page = await infeasibleJob();
    await page.getByText('Hour 1: load 120 MW exceeds the 100 MW that can be online').waitFor();
    await page.getByRole('cell', { name: '20 MW', exact: true }).waitFor();
    await assertAccessible(page);
    await assertFitsPhone(page);
    await repairButton(page).click();
    await page.getByRole('heading', { name: /^Job repair of/ }).waitFor();
    await page.getByText('Optimal: no schedule is cheaper').waitFor();
  });

  it('is repaired with the keyboard alone', async () => {
    const page = await infeasibleJob();
    await press(page, repairButton(page));
    await page.getByRole('heading', { name: /^Job repair of/ }).waitFor();
    await page.getByText('Optimal: no schedule is cheaper').waitFor();
  });

  it('leads to the element in the case, where it can be changed by hand', async () => {
    const page = await infeasibleJob();
    await page.getByRole('table', { name: 'Changes of the repair' }).getByRole('link').first().click();
    await page.getByText('The case of job').waitFor();
    await page.locator('.here:focus').waitFor();
    await page.getByText('The case can be submitted, but it has no schedule as it is').waitFor();
    await assertAccessible(page);
  });
});
