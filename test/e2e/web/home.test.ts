/** The home page: first steps for a new user, then the state of the user's jobs. */
import { withBrowser } from '../../support/browser/browser.ts';
import { newPerson, press } from '../../support/browser/steps.ts';
import { payload } from '../../support/cases/payloads.ts';

describe('home', () => {
  const pages = withBrowser();

  it('solves an example for a newcomer at one press of a key, and shows it arriving', async () => {
    const page = await pages.openAsSomebody();
    await press(page, page.getByRole('button', { name: 'Solve this example' }));
    await page.getByRole('heading', { name: 'Job Peak day, three units' }).waitFor();
    await page.getByText('Optimal: no schedule').waitFor();
    await page.getByRole('navigation').getByRole('link', { name: 'Scenarios', exact: true }).click();
    // The solved copy does not hide the example.
    const rows = page.getByRole('row').filter({ has: page.getByText('Peak day, three units') });
    await rows.filter({ has: page.getByText('shared', { exact: true }) }).waitFor();
  });

  it('shows new submissions by itself', async () => {
    const person = await newPerson();
    const page = await pages.openAs(person);
    await page.getByRole('button', { name: 'Solve this example' }).waitFor();
    const name = 'a <b>day</b>';
    await person.api.wait(await person.api.submit('uc', payload(), { name }));
    await page.getByRole('link', { name, exact: true }).waitFor();
    await page.getByRole('link', { name: 'Jobs: 1 completed' }).click();
    await page.waitForURL(/#\/jobs\?status=completed$/);
    await page.getByRole('link', { name, exact: true }).waitFor();
  });
});
