/** Comparison of two schedules in the pages, checked against the API. */
import assert from 'node:assert/strict';
import { assertAccessible, assertFitsPhone } from '../../support/browser/accessibility.ts';
import { withBrowser } from '../../support/browser/browser.ts';
import { lighterJob, owner, storiedJob } from '../../support/browser/seed.ts';
import { press } from '../../support/browser/steps.ts';
import { SOLVE } from '../../support/callers/api-client.ts';
import { payload } from '../../support/cases/payloads.ts';

interface Diff {
  readonly cost: { readonly objective: number };
  readonly commitment: readonly { readonly generator: string; readonly to: number }[];
  readonly dispatch_mw: Readonly<Record<string, readonly number[]>>;
  readonly lmp: Readonly<Record<string, readonly number[]>>;
}

describe('comparing two jobs at the page', function () {
  this.timeout(120_000);
  const pages = withBrowser();
  let diff: Diff;
  let saved: string;
  let first: string;
  let address: string;

  before(async () => {
    const second = (await lighterJob()).id;
    first = (await storiedJob()).id;
    address = `#/jobs/${first}/compare/${second}`;
    diff = (await (await owner()).api.request<Diff>('GET', `${SOLVE}/${first}/diff/${second}`)).body;
    saved = Math.round(Math.abs(diff.cost.objective)).toLocaleString('en-US');
  });

  it('shows what changed, where and by how much, and is swapped with the keyboard', async () => {
    const page = await pages.openAs(await owner(), address);
    const hasText = (text: string) => page.getByText(text).first().waitFor();
    await hasText(`is $${saved} lower.`);
    const changed = new Set(diff.commitment.map(({ generator }) => generator)).size;
    assert.ok(changed > 0, 'less load turns a unit off');
    const off = diff.commitment.filter(({ to }) => to === 0).length;
    await hasText(`${changed} of ${Object.keys(diff.dispatch_mw).length} units`);
    await hasText(`${off} fewer.`);
    const falls = Object.entries(diff.lmp).map(([bus, hours]) => ({ bus, usd: Math.min(...hours) }));
    const [most] = falls.toSorted((a, b) => a.usd - b.usd);
    await hasText(`falls most at ${most?.bus.replace('_', ' ')}`);
    await page.locator('figure canvas').first().waitFor();
    await page.getByRole('application', { name: /^Differences / }).waitFor();
    const inputs = page.getByRole('table', { name: 'Differences of the cases' });
    await inputs.getByText('Load by hour, MW').first().waitFor();
    await page.getByLabel(/^Hour \d+$/).press('Home');
    await page.waitForURL(/hour=0/);
    await assertAccessible(page);
    await assertFitsPhone(page);
    await press(page, page.getByRole('link', { name: 'Swap' }));
    await hasText(`is $${saved} higher.`);
  });

  it('puts three jobs beside each other', async () => {
    const { api } = await owner();
    const third = await api.submit('uc', payload(), { name: 'third' });
    await api.wait(third);
    const page = await pages.openAs(await owner(), `${address},${third}`);
    await page.getByRole('heading', { name: / and third$/ }).waitFor();
    const figures = page.getByRole('table', { name: 'Figures of the jobs' });
    const objective = figures.getByRole('row', { name: /^Objective/ });
    await objective.waitFor();
    const objectiveUsd = (await api.result(third)).objective_value ?? Number.NaN;
    const cells = await objective.getByRole('cell').allTextContents();
    assert.equal(cells.length, 4);
    assert.equal(cells[3], `$${Math.round(objectiveUsd).toLocaleString('en-US')}`);
  });

  it('reports a missing job', async () => {
    pages.expectErrors(/404/);
    const missing = `#/jobs/${first}/compare/00000000-0000-4000-8000-000000000000`;
    const page = await pages.openAs(await owner(), missing);
    await page.getByRole('alert').filter({ hasText: 'Job not found' }).waitFor();
  });
});
