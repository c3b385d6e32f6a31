/** A job that is watched while it runs, through a restart of the server. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { assertAccessible, assertFitsPhone } from '../../support/browser/accessibility.ts';
import { withBrowser } from '../../support/browser/browser.ts';
import { newPerson, press, signIn } from '../../support/browser/steps.ts';
import { signIn as signInByApi } from '../../support/callers/api-client.ts';
import { hardCase } from '../../support/cases/hard-case.ts';
import { type PrivateStack, privateStack } from '../../support/stack/private-stack.ts';

const START_MS = 120_000;

describe('a job that is watched at the page', () => {
  const pages = withBrowser();
  let own: PrivateStack;
  before(async function () {
    this.timeout(START_MS);
    own = await privateStack();
  });
  after(async function () {
    this.timeout(START_MS);
    await own?.stop();
  });

  async function watchedJob(): Promise<Page> {
    const { api_url } = own.stack;
    const person = await newPerson({ stack: own.stack, admin: own.admin, solverToken: '' });
    const api = await signInByApi(api_url, person.username, person.password);
    const jobId = await api.submit('uc', hardCase());
    await api.wait(jobId, ({ progress_detail }) => progress_detail?.incumbent != null);
    const page = await pages.open(api_url, `#/jobs/${jobId}`);
    await signIn(page, person);
    await page.getByText('Searching for better schedules, a schedule has been found').waitFor();
    return page;
  }

  const stopButton = (page: Page) => page.getByRole('button', { name: 'Stop and take the best so far' });

  it('shows cost and bound, goes on after the server was killed, and takes the best so far', async () => {
    pages.expectErrors(/ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_INCOMPLETE_CHUNKED|50\d/);
    const page = await watchedJob();
    const curve = page.getByRole('img', { name: /Best cost and proven bound over time: \$/ });
    await curve.waitFor();
    await assertAccessible(page);
    await assertFitsPhone(page);
    own.kill('api');
    await page.getByText('The server cannot be reached').waitFor();
    assert.ok(await curve.isVisible(), 'what was seen stays');
    await page.getByText('The server cannot be reached').waitFor({ state: 'hidden' });
    await stopButton(page).click();
    await page.getByText('Feasible: a checked schedule').waitFor();
    await page.getByRole('heading', { name: 'The search' }).waitFor();
  });

  it('is stopped with the keyboard alone', async () => {
    const page = await watchedJob();
    await press(page, stopButton(page));
    await page.getByText('Feasible: a checked schedule').waitFor();
  });

  it('is cancelled once that was confirmed, with the keyboard alone', async () => {
    const page = await watchedJob();
    await press(page, page.getByRole('button', { name: 'Cancel job' }));
    const dialog = page.getByRole('dialog', { name: 'Cancel this job?' });
    await dialog.waitFor();
    await assertAccessible(page);
    await press(page, dialog.getByRole('button', { name: 'Cancel job' }));
    await page.getByRole('heading', { name: 'Cancelled' }).waitFor();
    await page.getByRole('button', { name: 'Submit again' }).waitFor();
    await assertAccessible(page);
  });
});
