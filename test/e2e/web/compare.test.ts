/** Two schedules compared at the page: what it says is what the API says. */
import assert from 'node:assert/strict';
import { assertAccessible, assertFitsPhone } from '../../support/browser/accessibility.ts';
import { withBrowser } from '../../support/browser/browser.ts';
import { newPerson, type Person, press, signIn } from '../../support/browser/steps.ts';
import { signIn as signInByApi } from '../../support/callers/api-client.ts';
import { storiedCase } from '../../support/cases/storied-case.ts';
import { runningStack } from '../../support/stack/running-stack.ts';

const SOLVE_S = 120;

interface Diff {
  readonly cost: { readonly total: number };
  readonly commitment: readonly { readonly generator: string; readonly to: number }[];
  readonly dispatch_mw: Readonly<Record<string, readonly number[]>>;
  readonly lmp: Readonly<Record<string, readonly number[]>>;
}

describe('comparing two jobs at the page', () => {
  const pages = withBrowser();
  let person: Person;
  let diff: Diff;
  let url: string;
  let address: string;

  before(async function () {
    this.timeout(SOLVE_S * 1000);
    const { stack } = await runningStack();
    url = stack.api_url;
    person = await newPerson();
    const client = await signInByApi(url, person.username, person.password);
    const solve = async (scale: number): Promise<string> => {
      const jobId = await client.submit('scuc', storiedCase(scale));
      assert.equal((await client.wait(jobId)).status, 'completed');
      return jobId;
    };
    const [first, second] = [await solve(1), await solve(0.85)];
    address = `/jobs/${first}/compare/${second}`;
    diff = (await client.request<Diff>('GET', `/api/modules/analyst/solve/${first}/diff/${second}`)).body;
  });

  it('says what changed, where and by how much', async () => {
    const page = await pages.open(url, `#${address}`);
    await signIn(page, person);
    const saved = Math.round(Math.abs(diff.cost.total)).toLocaleString('en-US');
    await page.getByText(`costs $${saved} less than the first`).first().waitFor();
    const changed = new Set(diff.commitment.map(({ generator }) => generator)).size;
    assert.ok(changed > 0, 'less load turns a unit off');
    const off = diff.commitment.filter(({ to }) => to === 0).length;
    await page
      .getByText(`${changed} of ${Object.keys(diff.dispatch_mw).length} units`)
      .first()
      .waitFor();
    await page.getByText(`and ${off} hours fewer online`).first().waitFor();
    const falls = Object.entries(diff.lmp).flatMap(([bus, hours]) => hours.map((value) => ({ bus, value })));
    const least = Math.min(...falls.map(({ value }) => value));
    await page
      .getByText(`falls most at ${falls.find(({ value }) => value === least)?.bus}`)
      .first()
      .waitFor();
    await page.locator('figure canvas').first().waitFor();
    await assertAccessible(page);
    await assertFitsPhone(page);
  });

  it('is swapped with the keyboard', async () => {
    const page = await pages.open(url, `#${address}`);
    await signIn(page, person);
    await press(page, page.getByRole('link', { name: 'Swap' }));
    const more = Math.round(Math.abs(diff.cost.total)).toLocaleString('en-US');
    await page.getByText(`costs $${more} more than the first`).first().waitFor();
  });

  it('says that a job is not there', async () => {
    pages.expectErrors(/404/);
    const [, , first] = address.split('/');
    const page = await pages.open(url, `#/jobs/${first}/compare/00000000-0000-4000-8000-000000000000`);
    await signIn(page, person);
    await page.getByRole('alert').filter({ hasText: 'There is no such thing' }).waitFor();
  });
});
