/** What one sees first: how to begin, and then what became of it. */
import { withBrowser } from '../../support/browser/browser.ts';
import { newPerson, press } from '../../support/browser/steps.ts';
import { payload } from '../../support/cases/payloads.ts';

describe('home', () => {
  const pages = withBrowser();

  it('leads a newcomer to an example, by the keyboard alone', async () => {
    const page = await pages.openAsSomebody();
    await press(page, page.getByRole('link', { name: 'Solve it: Peak day, three units' }));
    await page.waitForURL(/#\/solve\?scenario=demo-24h$/);
    await page.getByRole('heading', { name: 'New solve' }).waitFor();
  });

  it('shows by itself what has been submitted meanwhile', async () => {
    const person = await newPerson();
    const page = await pages.openAs(person);
    await page.getByRole('heading', { name: '1. Try an example' }).waitFor();
    const name = 'a <b>day</b>';
    await person.api.wait(await person.api.submit('uc', payload(), { name }));
    await page.getByRole('link', { name, exact: true }).waitFor();
    await page.getByRole('link', { name: 'Jobs: 1 completed' }).click();
    await page.waitForURL(/#\/jobs\?status=completed$/);
    await page.getByRole('link', { name, exact: true }).waitFor();
  });
});
