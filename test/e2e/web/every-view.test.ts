/**
 * Every view of the pages: what axe finds in light and dark, whether a phone shows it, and what it says of things that
 * are not there. A view that is added to the list needs an address here.
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { assertAccessible, assertFitsPhone } from '../../support/browser/accessibility.ts';
import { withBrowser } from '../../support/browser/browser.ts';
import { newAdministrator, newPerson, type Person, signIn } from '../../support/browser/steps.ts';
import { type ApiClient, signIn as callAs } from '../../support/callers/api-client.ts';
import { startExecution, untilExecution } from '../../support/callers/run-execution.ts';
import { submitExperiment, untilExperiment } from '../../support/callers/run-experiment.ts';
import { payload } from '../../support/cases/payloads.ts';
import { runningStack } from '../../support/stack/running-stack.ts';

const VIEW_MS = 240_000;
const SAME_MS = 2000;
const PAGES = new URL('../../../../api/web/pages.ts', import.meta.url);
/** Empty for a new account. */
const LISTS = ['/jobs', '/experiments', '/runs'];
/** Things that only their owner sees. */
const OWN = ['/jobs/:id', '/experiments/:id', '/runs/:id'];
const SCENARIO = 'rts24-scuc';

/** What there is to look at: one of each kind, made over HTTP. */
async function makeThings(api: ApiClient): Promise<Readonly<Record<string, readonly string[]>>> {
  const { body: scenario } = await api.request<{ payload: ReturnType<typeof payload> }>(
    'GET',
    `/api/scenarios/${SCENARIO}`,
  );
  const [job, impossible, experiment, run] = await Promise.all([
    api.submit('scuc', scenario.payload, { name: 'a day' }),
    api.submit('uc', payload({ horizon: 2, loads: [{ bus: 1, values: [1e6, 1e6] }] })),
    submitExperiment(api, {
      base_scenario_id: SCENARIO,
      scenario_matrix: { method: 'grid', variables: [variable('load'), variable('line_limit')] },
    }),
    startExecution(api, {
      pcm_model_id: 'pcm-rolling',
      solver: { id: 'highs', time_limit: 60 },
      options: { horizon: 48 },
      network_id: 'rts24',
    }),
  ]);
  await api.wait(job);
  await api.wait(impossible);
  await untilExperiment(api, experiment);
  await untilExecution(api, run);
  return {
    '/jobs/:id': [`/jobs/${job}`, `/jobs/${impossible}`],
    '/jobs/:id/compare/:other': [`/jobs/${job}/compare/${job}`],
    '/experiments/:id': [`/experiments/${experiment}`],
    '/runs/:id': [`/runs/${run}`],
    '/scenarios/:id': [`/scenarios/${SCENARIO}`],
  };
}

const variable = (name: string) => ({ name, type: 'discrete', values: [0.95, 1] });

/** Until the view of the address is there, with what it loads, and nothing is left of the one before. */
async function show(page: Page, address: string): Promise<void> {
  if (page.url().endsWith(address)) return;
  await page.evaluate("for (const old of document.querySelectorAll('main *')) old.dataset.old = 'yes'");
  await page.goto(new URL(address, page.url()).href);
  const isNew = page.locator('main :not([data-old])').first();
  // The first tab of a view shows what the view itself shows: nothing new comes.
  await isNew.waitFor({ state: 'attached', timeout: SAME_MS }).catch(() => undefined);
  await page.locator('main h1').waitFor();
  await page.locator('main .spinner').first().waitFor({ state: 'detached' });
}

/** The tabs of the view, by their addresses. */
const tabsOf = (page: Page): Promise<string[]> =>
  page.locator('.tabs a').evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));

describe('every view', function () {
  this.timeout(VIEW_MS);
  const pages = withBrowser();
  let url = '';
  let person: Person;
  let administrator: Awaited<ReturnType<typeof newAdministrator>>;
  let things: Readonly<Record<string, readonly string[]>>;
  let patterns: string[] = [];

  before(async function () {
    this.timeout(VIEW_MS);
    const running = await runningStack();
    url = running.stack.api_url;
    person = await newPerson(running);
    administrator = await newAdministrator();
    const made = await makeThings(await callAs(url, administrator.username, administrator.password));
    things = { ...made, '/admin/users/:id': [`/admin/users/${administrator.id}`] };
    patterns = [...(await readFile(PAGES, 'utf8')).matchAll(/pattern: '([^']+)'/g)].map(
      ([, path = '']) => path,
    );
  });

  it('can be used by everybody, in light and dark, and on a phone', async () => {
    assert.ok(patterns.length > 0);
    const page = await pages.open(url);
    await signIn(page, administrator);
    for (const pattern of patterns) {
      const addresses = things[pattern] ?? [pattern];
      assert.ok(
        addresses.every((address) => !address.includes(':')),
        `no address for ${pattern}`,
      );
      for (const address of addresses) {
        await show(page, `#${address}`);
        for (const tab of [`#${address}`, ...(await tabsOf(page))]) {
          await show(page, tab);
          await inWords(tab, () => assertAccessible(page));
          await inWords(tab, () => assertFitsPhone(page));
        }
      }
    }
  });

  it('of somebody who has nothing yet says how to begin', async () => {
    const page = await pages.open(url);
    await signIn(page, person);
    for (const pattern of patterns.filter((known) => LISTS.includes(known))) {
      await show(page, `#${pattern}`);
      await page.locator('main .empty').waitFor();
      await assertAccessible(page);
    }
  });

  it('of something of somebody else says that there is no such thing', async () => {
    pages.expectErrors(/404/);
    const page = await pages.open(url);
    await signIn(page, person);
    for (const pattern of patterns.filter((known) => OWN.includes(known))) {
      await page.goto(new URL(`#${things[pattern]?.[0]}`, page.url()).href);
      await page.getByRole('alert').waitFor();
      await assertAccessible(page);
    }
  });
});

/** Says at which view a check failed. */
async function inWords(view: string, check: () => Promise<void>): Promise<void> {
  try {
    await check();
  } catch (error) {
    assert.fail(`${view}: ${error instanceof Error ? error.message : error}`);
  }
}
