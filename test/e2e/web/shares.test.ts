/** Share links in the pages: created and revoked by their owner, and opened by guests. */
import assert from 'node:assert/strict';
import type { Page, Request } from 'playwright-core';
import {
  assertAccessible,
  assertContrastInDark,
  assertFitsPhone,
  DRAWN,
} from '../../support/browser/accessibility.ts';
import { withBrowser } from '../../support/browser/browser.ts';
import { takePictures } from '../../support/browser/pictures.ts';
import { infeasibleJob, lighterJob, owner, storiedJob } from '../../support/browser/seed.ts';
import { press, tabTo } from '../../support/browser/steps.ts';
import { SOLVE } from '../../support/callers/api-client.ts';
import { startExecution, untilExecution } from '../../support/callers/run-execution.ts';
import { submitExperiment, untilExperiment } from '../../support/callers/run-experiment.ts';
import { hardCase } from '../../support/cases/hard-case.ts';

const HARD_DAY = hardCase(60, 24);
/** Labels of controls that change something or lead elsewhere; a guest sees none of them. */
const ACTS = /share|change|cancel|stop|again|repair|submit|revoke|compare|sign|tell me|search/i;

describe('links at the page', () => {
  const pages = withBrowser();

  const share = async (kind: string, id: string) => {
    const { api } = await owner();
    const created = await api.request<{ share_id: string; secret: string }>('POST', '/api/shares', {
      body: { kind, id },
    });
    assert.equal(created.status, 201);
    return created.body;
  };

  /** Opens the page of a link without a session, and records every request that it makes. */
  async function openLink(secret: string) {
    const requests: Request[] = [];
    const page = await pages.open();
    await page.getByLabel('Username').waitFor();
    const watch = (request: Request): void => void requests.push(request);
    page.on('request', watch);
    await pages.open(`#/shared/${secret}`);
    await page.getByText('Shared read-only until').waitFor();
    await settled(page);
    return { page, requests, close: () => page.off('request', watch) };
  }

  async function settled(page: Page): Promise<void> {
    await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
    const loading = page.getByRole('status').filter({ hasText: /^(Loading|Connecting).*…$/ });
    while ((await loading.count()) > 0) await loading.first().waitFor({ state: 'detached' });
    await page.evaluate(DRAWN);
  }

  /** Checks that no tab has a control or a link elsewhere; also accessibility, phone layout and dark theme. */
  async function assertReadOnly(page: Page, name: string): Promise<void> {
    assert.equal(await page.getByRole('navigation', { name: 'Views', exact: true }).count(), 0);
    const tabs = await page
      .getByRole('main')
      .getByRole('navigation')
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
    assert.ok(!tabs.some((tab) => tab.includes('view=ask')));
    for (const tab of tabs.length > 0 ? tabs : ['']) {
      if (tab) await page.goto(new URL(tab, page.url()).href);
      await settled(page);
      const buttons = await page.getByRole('button').allTextContents();
      assert.deepEqual(
        buttons.filter((text) => ACTS.test(text)),
        [],
        tab,
      );
      const links = await page
        .getByRole('link')
        .evaluateAll((anchors) => anchors.map((link) => link.getAttribute('href') ?? ''));
      assert.deepEqual(
        links.filter((href) => !href.startsWith('#/shared/')),
        [],
        tab,
      );
      await assertAccessible(page);
      await assertFitsPhone(page);
      await assertContrastInDark(page);
      await takePictures(page, `shared ${name} ${tab.split('?')[1] ?? ''}`);
    }
  }

  it('are made in a dialog, copied once, and revoked; by the keyboard alone', async () => {
    pages.expectErrors(/404/);
    // Other files share the main seeded job.
    const { id } = await lighterJob();
    let page = await pages.openAs(await owner(), `#/jobs/${id}`);
    await press(page, page.getByRole('button', { name: 'Share', exact: true }));
    const dialog = page.getByRole('dialog', { name: 'Share this job' });
    await dialog.getByText('Anyone with the link can view this job').waitFor();
    await tabTo(page, dialog.getByLabel('It expires'));
    await page.keyboard.type('in a week');
    await press(page, dialog.getByRole('button', { name: 'Make a link' }));
    const link = await dialog.getByRole('textbox', { name: 'The link' }).inputValue();
    assert.match(link, /^http:\/\/[^/]+\/#\/shared\/gos_[\w-]{43}$/);
    await dialog.getByRole('button', { name: /^Revoke/ }).waitFor();
    await assertAccessible(page);
    await assertFitsPhone(page);
    await takePictures(page, 'share dialog');

    page = await pages.open(new URL(link).hash);
    await page.getByRole('img', { name: /^Dispatch, from the bottom/ }).waitFor();

    page = await pages.openAs(await owner(), '#/account');
    const card = page.locator('section').filter({ hasText: 'Shared links' });
    const row = card.getByRole('row').filter({ hasText: id.slice(0, 8) });
    const revoke = row.getByRole('button', { name: /^Revoke .* opened 1 time$/ });
    await press(page, revoke);
    await press(page, page.getByRole('dialog').getByRole('button', { name: 'Revoke' }));
    await revoke.waitFor({ state: 'detached' });
    page = await pages.open(new URL(link).hash);
    await page.getByText('There is no such link, or it has expired or was revoked').waitFor();
    await assertAccessible(page);
  });

  it('open a job: dispatch and every other tab, without a way to anything else, and no word of the secret in any address', async () => {
    const { id } = await storiedJob();
    const { secret } = await share('job', id);
    const { page, requests, close } = await openLink(secret);
    await page.getByRole('img', { name: /^Dispatch, from the bottom/ }).waitFor();
    await assertReadOnly(page, 'job');
    close();
    const apiRequests = requests.filter((request) => request.url().includes('/api/'));
    assert.ok(apiRequests.length > 3);
    for (const request of apiRequests) {
      assert.equal(request.headers()['authorization'], `Bearer ${secret}`);
      assert.match(request.url(), new RegExp(`/api/(shared$|modules/analyst/solve/${id}/)`));
    }
    for (const request of requests) {
      assert.ok(!new URL(request.url()).href.split('#')[0]?.includes(secret));
      assert.ok(!request.headers()['referer']?.includes(secret));
    }
  });

  it('answer a why, and step through hours, in place', async () => {
    const { id } = await storiedJob();
    const { secret } = await share('job', id);
    const { page, close } = await openLink(secret);
    await page.getByRole('button', { name: '$' }).first().click();
    const why = page.getByRole('dialog');
    await why.getByRole('table').waitFor();
    await assertAccessible(page);
    const place = why.getByRole('link').first();
    assert.match((await place.getAttribute('href')) ?? '', /^#\/shared\//);
    await place.click();
    await settled(page);
    assert.match(page.url(), new RegExp(`#/shared/${secret}\\?`));
    close();
  });

  it('open an infeasible job with its causes, and without its repair', async () => {
    const { secret } = await share('job', await infeasibleJob());
    const { page, close } = await openLink(secret);
    await page.getByRole('heading', { name: 'Causes of infeasibility' }).waitFor();
    await assertReadOnly(page, 'infeasible');
    close();
  });

  it('open an experiment, whose scenarios lead nowhere', async () => {
    const { api } = await owner();
    const variable = (name: string) => ({ name, type: 'discrete', values: [0.95, 1] });
    const id = await submitExperiment(api, {
      base_scenario_id: 'demo-24h',
      scenario_matrix: { method: 'grid', variables: [variable('load'), variable('gas_price')] },
    });
    await untilExperiment(api, id);
    const { secret } = await share('experiment', id);
    const { page, requests, close } = await openLink(secret);
    await page.getByRole('table').first().waitFor();
    await assertReadOnly(page, 'experiment');
    assert.ok(!(await page.getByRole('main').textContent())?.includes('demo-24h'));
    close();
    for (const request of requests.filter((each) => each.url().includes('/api/')))
      assert.match(request.url(), new RegExp(`/api/(shared$|experiments/${id}/)`));
  });

  it('open a run with its calendar, chart and report', async () => {
    const { api } = await owner();
    const id = await startExecution(api, {
      pcm_model_id: 'pcm-rolling',
      solver: { id: 'highs', time_limit: 60 },
      options: { days: 3, step_h: 24, look_ahead_h: 0 },
      network_id: 'rts24',
    });
    await untilExecution(api, id);
    const { secret } = await share('run', id);
    const { page, requests, close } = await openLink(secret);
    await page.getByRole('img', { name: /^Supply by fuel/ }).waitFor();
    await page.getByRole('heading', { name: 'Report' }).waitFor();
    await assertReadOnly(page, 'run');
    close();
    for (const request of requests.filter((each) => each.url().includes('/api/')))
      assert.match(request.url(), new RegExp(`/api/(shared$|model-builder/executions/${id})`));
  });

  it('follow a job that runs until its end, and say when they are revoked', async () => {
    pages.expectErrors(/404/);
    const { api } = await owner();
    const id = await api.submit('uc', HARD_DAY);
    await api.wait(id, ({ progress_detail }) => progress_detail?.incumbent != null);
    const { secret, share_id } = await share('job', id);
    const { page, close } = await openLink(secret);
    await page.getByRole('heading', { name: 'Progress' }).waitFor();
    await assertReadOnly(page, 'running');
    await api.request('POST', `${SOLVE}/${id}/stop`);
    await page.getByRole('img', { name: /^Dispatch, from the bottom/ }).waitFor();
    await api.request('DELETE', `/api/shares/${share_id}`);
    await page.reload();
    await page.getByText('There is no such link, or it has expired or was revoked').waitFor();
    close();
  });

  it('leave the session of an account unchanged, and can be left for it', async () => {
    const { id } = await storiedJob();
    const { secret } = await share('job', id);
    const page = await pages.openAs(await owner(), '#/jobs');
    await page.getByRole('heading', { name: 'Jobs' }).waitFor();
    const go = (hash: string) => page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
    await go(`#/shared/${secret}`);
    await page.getByText('Shared read-only until').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Sign out' }).count(), 0);
    await go('#/jobs');
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    await page.getByRole('heading', { name: 'Jobs' }).waitFor();
  });
});
