/** The pages of a job in quarters of an hour: when an interval begins, and energy in MWh. */
import { withBrowser } from '../../support/browser/browser.ts';
import { owner } from '../../support/browser/seed.ts';
import { payload } from '../../support/cases/payloads.ts';

describe('the pages of a job in intervals of 15 minutes', () => {
  const pages = withBrowser();

  it('head numbers with the time of an interval, and have the energy of a unit in MWh', async () => {
    const person = await owner();
    const jobId = await person.api.submit('uc', payload({ interval_minutes: 15 }));
    await person.api.wait(jobId);
    const page = await pages.openAs(person, `#/jobs/${jobId}`);
    await page
      .getByRole('img', {
        name: /largest in interval 1 \(0:15\) with 120 MW and smallest in interval 0 \(0:00\)/,
      })
      .waitFor();
    await page.getByRole('link', { name: 'Units', exact: true }).click();
    await page
      .getByText(/^Numbers: /)
      .first()
      .click();
    await page.getByRole('columnheader', { name: '0:15', exact: true }).waitFor();
    await page.getByRole('button', { name: 'g1', exact: true }).click();
    // 70, 95 and 90 MW for a quarter each.
    await page
      .getByText(/online in 3 of 3 intervals, makes 64 MWh/)
      .first()
      .waitFor();
  });
});
