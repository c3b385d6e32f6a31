/**
 * Every view of the pages: accessibility by axe, layout on a phone, contrast of the dark theme, and messages about
 * missing objects. A new view needs an address here.
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import type { Study } from '../../../api/client/runs.ts';
import { type Rts24, yearNetwork } from '../../../workers/local/demo/year.ts';
import {
  assertAccessible,
  assertContrastInDark,
  assertFitsPhone,
  DRAWN,
} from '../../support/browser/accessibility.ts';
import { withBrowser } from '../../support/browser/browser.ts';
import { takePicture, takePictures, takesPictures } from '../../support/browser/pictures.ts';
import { infeasibleJob, lighterJob, owner, storiedJob } from '../../support/browser/seed.ts';
import { idOf } from '../../support/browser/steps.ts';
import type { ApiClient } from '../../support/callers/api-client.ts';
import { daysOf, startExecution, untilExecution } from '../../support/callers/run-execution.ts';
import { submitExperiment, untilExperiment } from '../../support/callers/run-experiment.ts';
import { until } from '../../support/until.ts';

const VIEW_MS = takesPictures ? 1_800_000 : 240_000;
const PAGES = new URL('../../../../api/web/pages.ts', import.meta.url);
/** Views that are empty for a new account. */
const LISTS = ['/jobs', '/experiments', '/runs', '/connections'];
/** Views of objects that only their owner sees. */
const OWN = ['/jobs/:id', '/experiments/:id', '/runs/:id', '/connections/:id'];
/** Day of the run that the view shows. */
const DAY = 3;

async function anExperiment(api: ApiClient): Promise<string> {
  const variable = (name: string) => ({ name, type: 'discrete', values: [0.95, 1] });
  const id = await submitExperiment(api, {
    base_scenario_id: 'demo-24h',
    scenario_matrix: { method: 'grid', variables: [variable('load'), variable('gas_price')] },
  });
  await untilExperiment(api, id);
  return id;
}

/** Runs a week of the demo system, which has places, fuels, wind, sun and a battery. */
async function aRun(api: ApiClient): Promise<string> {
  const { body } = await api.request<Rts24>('GET', '/api/networks/rts24');
  await api.request('PUT', '/api/networks/demo-year', { body: yearNetwork(body) });
  const id = await startExecution(api, {
    pcm_model_id: 'pcm-rolling',
    solver: { id: 'highs', time_limit: 60 },
    options: { days: 7, step_h: 24, look_ahead_h: 24 },
    network_id: 'demo-year',
  });
  await untilExecution(api, id);
  return id;
}

async function aStudy(api: ApiClient): Promise<string> {
  const candidates = { kind: 'load', buses: 'all' };
  const body = { network_id: 'demo-6bus', candidates, max_mw: 150, flexible_hours: [3] };
  const { study_id } = (await api.request<Study>('POST', '/api/connection-studies', { body })).body;
  await until(async () => {
    const { status } = (await api.request<Study>('GET', `/api/connection-studies/${study_id}`)).body;
    return status === 'completed';
  }, VIEW_MS);
  return study_id;
}

async function linkTo(api: ApiClient, job: string): Promise<string> {
  const body = { kind: 'job', id: job };
  return (await api.request<{ secret: string }>('POST', '/api/shares', { body })).body.secret;
}

/** Addresses of every view by pattern, with one object of each kind. */
async function addresses(): Promise<Readonly<Record<string, readonly string[]>>> {
  const administrator = await owner();
  const [{ id: job }, { id: other }, impossible, experiment, run, study, user] = await Promise.all([
    storiedJob(),
    lighterJob(),
    infeasibleJob(),
    anExperiment(administrator.api),
    aRun(administrator.api),
    aStudy(administrator.api),
    idOf(administrator),
  ]);
  const day = (await daysOf(administrator.api, run))[DAY]?.job_id;
  return {
    '/jobs/:id': [`/jobs/${job}`, `/jobs/${impossible}`, `/jobs/${day}`],
    '/jobs/:id/compare/:other': [`/jobs/${job}/compare/${other}`],
    '/experiments/:id': [`/experiments/${experiment}`],
    '/runs/:id': [`/runs/${run}`],
    '/connections/:id': [`/connections/${study}`],
    '/scenarios/:id': ['/scenarios/rts24-scuc'],
    '/networks/:id': ['/networks/rts24'],
    '/shared/:secret': [`/shared/${await linkTo(administrator.api, job)}`],
    '/new-password/:token': ['/new-password/made-up'],
    '/admin/users/:id': [`/admin/users/${user}`],
  };
}

/** Opens an address and waits until its view has loaded. */
async function show(page: Page, address: string): Promise<void> {
  // The page of a share link is separate: navigation to and from it reloads.
  const isLink = /#\/shared\//.test(page.url() + address);
  await page.goto(new URL(`${isLink ? `?link=${Math.random()}` : ''}${address}`, page.url()).href);
  // The previous view is gone once the page has been drawn.
  await page.evaluate(DRAWN);
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
  const loading = page.getByRole('status').filter({ hasText: /^(Loading|Connecting).*…$/ });
  while ((await loading.count()) > 0) await loading.first().waitFor({ state: 'detached' });
}

/** Addresses of the view's tabs. */
const tabsOf = (page: Page): Promise<string[]> =>
  page
    .getByRole('main')
    .getByRole('navigation')
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));

describe('every view', function () {
  this.timeout(VIEW_MS);
  const pages = withBrowser();
  let pathsByPattern: Readonly<Record<string, readonly string[]>>;
  let patterns: string[] = [];

  before(async () => {
    pathsByPattern = await addresses();
    const listed = (await readFile(PAGES, 'utf8')).matchAll(/^ {2}'([^']+)': async/gm);
    patterns = [...listed].map(([, path = '']) => path);
    assert.ok(patterns.length > 0);
  });

  const addressesOf = (pattern: string): readonly string[] => {
    const paths = (pathsByPattern[pattern] ?? [pattern]).map((path) => `#${path}`);
    assert.ok(
      paths.every((address) => !address.includes(':')),
      `no address for ${pattern}`,
    );
    return paths;
  };

  async function pictureForReadme() {
    const page = await pages.openAs(await owner());
    const day = pathsByPattern['/jobs/:id']?.at(-1);
    for (const [file, view] of [
      ['control-room', ''],
      ['map', '?view=network'],
    ]) {
      await show(page, `#${day}${view}`);
      const path = fileURLToPath(new URL(`${file}.png`, PAGES));
      await takePicture(page, { path, width: 1440, colorScheme: 'light', fullPage: false });
    }
  }

  if (takesPictures) it('is in the README as it looks', pictureForReadme);

  it('can be used by everybody, and on a phone, with all its tabs', async function () {
    this.timeout(VIEW_MS);
    const page = await pages.openAs(await owner());
    for (const pattern of patterns) {
      for (const [nth, address] of addressesOf(pattern).entries()) {
        await show(page, address);
        for (const tab of new Set([address, ...(await tabsOf(page))])) {
          if (tab !== address) await show(page, tab);
          await inWords(tab, () => assertAccessible(page));
          await inWords(tab, () => assertFitsPhone(page));
          await takePictures(page, `${pattern} ${nth + 1} ${partOf(tab, address)}`);
        }
      }
    }
  });

  it('has enough contrast in the dark theme', async () => {
    const page = await pages.openAs(await owner());
    for (const address of patterns.flatMap(addressesOf)) {
      await show(page, address);
      await inWords(address, () => assertContrastInDark(page));
    }
  });

  it('of nobody asks to sign in', async () => {
    const page = await pages.open();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await assertAccessible(page);
    await assertFitsPhone(page);
    await takePictures(page, 'sign in');
  });

  it('of a new account shows how to begin', async () => {
    const page = await pages.openAsSomebody();
    await show(page, '#/');
    await assertAccessible(page);
    await takePictures(page, 'new account');
    for (const address of LISTS) {
      await show(page, `#${address}`);
      await page.getByText(/ yet\./).waitFor();
      await assertAccessible(page);
    }
  });

  it('of an object of another user reports it as missing', async () => {
    pages.expectErrors(/404/);
    const page = await pages.openAsSomebody();
    for (const [address = ''] of OWN.map(addressesOf)) {
      await show(page, address);
      await page
        .getByRole('alert')
        .filter({ hasText: /not found|There is no|no longer/ })
        .waitFor();
      await assertAccessible(page);
    }
  });
});

/** Tab of a view, in the name of its picture; a tab that is a view of its own has its address. */
const partOf = (tab: string, address: string): string =>
  tab.startsWith(address) ? (tab.split('?')[1] ?? '') : tab;

/** Adds the name of the view to the error of a failed check. */
async function inWords(view: string, check: () => Promise<void>): Promise<void> {
  try {
    await check();
  } catch (error) {
    assert.fail(`${view}: ${error instanceof Error ? error.message : error}`);
  }
}
