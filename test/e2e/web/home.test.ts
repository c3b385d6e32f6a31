/** What one sees first: how to begin, and then what became of it. */
import { withBrowser } from '../../support/browser/browser.ts';
import { newPerson, openAsNewPerson, press, signIn } from '../../support/browser/steps.ts';
import { signIn as callAs } from '../../support/callers/api-client.ts';
import { payload } from '../../support/cases/payloads.ts';
import { runningStack } from '../../support/stack/running-stack.ts';

/** Other suites use the processors too. */
const TEST_MS = 90_000;

describe('home', function () {
  this.timeout(TEST_MS);
  const pages = withBrowser();

  it('leads a newcomer to an example, by the keyboard alone', async () => {
    const page = await openAsNewPerson(pages);
    await press(page, page.getByRole('link', { name: 'Solve it: Peak day, three units' }));
    await page.waitForURL(/#\/solve\?scenario=demo-24h$/);
    await page.getByRole('heading', { name: 'New solve' }).waitFor();
  });

  it('shows by itself what has been submitted meanwhile', async () => {
    const { stack } = await runningStack();
    const person = await newPerson();
    const page = await pages.open(stack.api_url);
    await signIn(page, person);
    await page.getByRole('heading', { name: '1. Try an example' }).waitFor();
    const api = await callAs(stack.api_url, person.username, person.password);
    const name = 'a <b>day</b>';
    await api.wait(await api.submit('uc', payload(), { name }));
    await page.getByRole('link', { name, exact: true }).waitFor();
    await page.getByRole('link', { name: 'Jobs: 1 completed' }).click();
    await page.waitForURL(/#\/jobs\?status=completed$/);
    await page.getByRole('link', { name, exact: true }).waitFor();
  });
});
