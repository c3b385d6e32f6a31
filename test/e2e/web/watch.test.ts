/** A job watched while it runs, through a restart of the server. */
import assert from 'node:assert/strict';
import { waitUntil } from '../../../workers/local/stack/wait-until.ts';
import { assertAccessible, assertFitsPhone } from '../../support/browser/accessibility.ts';
import { withBrowser } from '../../support/browser/browser.ts';
import { owner } from '../../support/browser/seed.ts';
import { press } from '../../support/browser/steps.ts';
import { hardCase } from '../../support/cases/hard-case.ts';
import { processOf, runningStack } from '../../support/stack/running-stack.ts';

/** Replaces the Notification API: permits notifications and records them. */
const TELL = `globalThis.told = [];
globalThis.Notification = class {
  static permission = 'default';
  static async requestPermission() { return (this.permission = 'granted'); }
  constructor(title) { told.push(title); }
};`;

describe('a job that is watched at the page', () => {
  const pages = withBrowser();

  it('shows cost and bound, goes on after the server was killed, and is stopped by the keyboard', async () => {
    pages.expectErrors(/ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_INCOMPLETE_CHUNKED|50\d/);
    const person = await owner();
    const jobId = await person.api.submit('uc', hardCase(), { name: 'watched' });
    await person.api.wait(jobId, ({ progress_detail }) => progress_detail?.incumbent != null);
    const page = await pages.openAs(person, `#/jobs/${jobId}`);
    await page.evaluate(TELL);
    await page.getByRole('button', { name: 'Notify me when it is done', pressed: false }).click();
    await page.getByRole('button', { name: 'Notify me when it is done', pressed: true }).waitFor();
    await page.getByText('Searching for better schedules. First schedule found.').waitFor();
    const curve = page.getByRole('img', { name: /Best objective and proven bound over time: \$/ });
    await curve.waitFor();
    const phases = page.getByRole('list', { name: 'Phases of the solve' }).getByRole('listitem');
    assert.match(
      (await phases.allTextContents()).join(),
      /✓ Model [\d.]+ s,✓ Relaxation [\d.]+ s,Search [\d.]+ s/,
    );
    assert.match(await page.title(), /^\d+ % · watched$/);
    await page.getByText(/rows × columns, [\d,]+ integer/).waitFor();
    await page.getByText(/^\d+ % of the time or of the gap, .* ends at a gap of 0 % or after \d/).waitFor();
    await assertAccessible(page);
    await assertFitsPhone(page);
    process.kill(processOf((await runningStack()).stack, 'api').pid, 'SIGKILL');
    await page.getByText('The server cannot be reached').waitFor();
    assert.ok(await curve.isVisible(), 'what was seen stays');
    await waitUntil('the API', async () => (await fetch(`${person.api.url}/health/ready`)).ok);
    await page.getByText('The server cannot be reached').waitFor({ state: 'hidden' });
    await press(page, page.getByRole('button', { name: 'Stop and take the best so far' }));
    await page.getByText('Feasible: verified').waitFor();
    assert.deepEqual(await page.evaluate('told'), ['FEASIBLE · watched']);
    await page.getByText('Solve details').click();
    await page.getByRole('img', { name: /^Best objective and proven bound over time/ }).waitFor();
  });

  it('is cancelled once that was confirmed, with the keyboard alone', async () => {
    const person = await owner();
    const page = await pages.openAs(person, `#/jobs/${await person.api.submit('uc', hardCase())}`);
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
