/** A case without a schedule: its causes, and its smallest repair. */
import type { Page } from 'playwright-core';
import { assertAccessible } from '../../support/browser/accessibility.ts';
import { withBrowser } from '../../support/browser/browser.ts';
import { infeasibleJob, owner } from '../../support/browser/seed.ts';
import { press } from '../../support/browser/steps.ts';

describe('an infeasible case at the page', () => {
  const pages = withBrowser();
  const open = async (): Promise<Page> => pages.openAs(await owner(), `#/jobs/${await infeasibleJob()}`);

  it('shows its causes and its repair, which is a key away from a schedule', async () => {
    const page = await open();
    await page.getByRole('heading', { name: 'Causes of infeasibility' }).waitFor();
    await page.getByText('Hour 1: load 120 MW exceeds the 100 MW that can be online').waitFor();
    await page.getByRole('cell', { name: '20 MW', exact: true }).waitFor();
    await page.getByRole('cell', { name: '-20 MW of load at bus 1' }).waitFor();
    await press(page, page.getByRole('button', { name: 'Solve with this repair' }));
    await page.getByRole('heading', { name: /^Job .* repaired$/ }).waitFor();
    await page.getByText('Optimal: no schedule').waitFor();
    await page.getByRole('link', { name: 'Repairs an infeasible job' }).click();
    await page.getByRole('heading', { name: 'Causes of infeasibility' }).waitFor();
  });

  it('leads to the element in the case, where it can be changed by hand', async () => {
    const page = await open();
    await page.getByRole('table', { name: 'Changes of the repair' }).getByRole('link').first().click();
    await page.getByText('The case of job').waitFor();
    await page.locator('.here:focus').waitFor();
    await page.getByText('This case is infeasible. Submit it to get the smallest repair.').waitFor();
    await assertAccessible(page);
  });
});
