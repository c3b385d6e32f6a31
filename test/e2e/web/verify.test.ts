/** The check of a certificate in a browser: the same verdict as in Node, without network access. */
import assert from 'node:assert/strict';
import { open, truncate, writeFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { certify } from '../../../activities/verifier/certify.ts';
import { VERIFY_EXAMPLE } from '../../../api/verify/routes.ts';
import { canonicalJson } from '../../../temporal/json/canonical-json.ts';
import { assertAccessible } from '../../support/browser/accessibility.ts';
import { withBrowser } from '../../support/browser/browser.ts';
import { takePictures, takesPictures } from '../../support/browser/pictures.ts';
import { owner, storiedJob } from '../../support/browser/seed.ts';
import { downloadOf } from '../../support/browser/steps.ts';
import { SOLVE } from '../../support/callers/api-client.ts';
import { certifiedCases } from '../../support/cases/certified-case.ts';
import { withFolder } from '../../support/with-folder.ts';

const CASES = 30;

describe('a certificate at the page', () => {
  const pages = withBrowser();
  const inFolder = withFolder();

  const file = async (name: string, content: string) => {
    const path = inFolder(name);
    await writeFile(path, content);
    return path;
  };
  const drop = (page: Page, ...paths: string[]) =>
    page.locator('input[type=file]').first().setInputFiles(paths);
  const row = (page: Page, part: string) =>
    page.getByRole('row').filter({ has: page.getByRole('cell', { name: part, exact: true }) });
  const report = async () => {
    const { api } = await owner();
    const { id } = await storiedJob();
    const reply = await fetch(`${api.url}${SOLVE}/${id}/report.html`, {
      headers: { authorization: `Bearer ${api.token}` },
    });
    assert.equal(reply.status, 200);
    return reply.text();
  };

  it('has the same bytes in Node and in the browser, for 30 cases', async () => {
    const page = await pages.open('#/verify');
    await page.getByRole('heading', { name: 'Check a certificate' }).waitFor();
    const worker = await untilWorker(page);
    for (const { name, certificate, schedule, keys, case: payload } of await certifiedCases(CASES)) {
      const evidence = { certificate, schedule, keys, case: payload };
      const answer = await askWorker(
        page,
        worker,
        Object.values(evidence).map((each) => JSON.stringify(each)),
      );
      const inNode = canonicalJson(certify(payload, certificate.statement.job_type, schedule));
      assert.equal(canonicalJson(answer.verdict.recomputed), inNode, name);
      assert.ok(
        answer.verdict.findings.every(({ fits }) => fits === true),
        `${name}: ${JSON.stringify(answer)}`,
      );
    }
  });

  it('is found from the sign-in, and checked with the network cut', async () => {
    const page = await pages.open();
    const text = await report();
    await page.getByRole('link', { name: 'Check it' }).click();
    await page.getByRole('heading', { name: 'Check a certificate' }).waitFor();
    await assertAccessible(page);
    await untilWorker(page);
    await page.waitForLoadState('networkidle');
    await page.context().setOffline(true);
    try {
      await drop(page, await file('report.html', text));
      await page.getByText('Verified: the files match').waitFor();
      await page.getByText('The public keys are those of this service').waitFor();
      for (const part of [
        'Certificate',
        'Page',
        'Key',
        'Signature',
        'Case',
        'Schedule',
        'Verifier',
        'Figures',
        'Rules',
      ])
        assert.match(await row(page, part).innerText(), /yes/, part);
      await page.getByRole('cell', { name: 'Supply meets load in every hour' }).waitFor();
      await assertAccessible(page);
      if (takesPictures) await takePictures(page, 'verify good');
    } finally {
      await page.context().setOffline(false);
    }
  });

  it('shows what does not fit, and forgets it', async () => {
    const page = await pages.open('#/verify');
    const changed = (await report()).replace(/("dispatch_mw":\{"[^"]+":\[)\d/, '$19');
    await drop(page, await file('changed.html', changed));
    await page.getByText(/^Not verified: page, schedule/).waitFor();
    assert.match(await row(page, 'Schedule').innerText(), /no\s.*Not the certified schedule/s);
    assert.match(await row(page, 'Signature').innerText(), /yes/);
    if (takesPictures) await takePictures(page, 'verify bad');
    await page.getByRole('button', { name: 'Start over' }).click();
    await page.getByText(/^Not verified/).waitFor({ state: 'detached' });
  });

  it('takes the files one by one, and reports missing, unknown and too large ones', async () => {
    const page = await pages.open('#/verify');
    const [one] = await certifiedCases(1);
    assert.ok(one);
    const json = (name: 'certificate' | 'case' | 'schedule' | 'keys') =>
      file(`${name}.json`, JSON.stringify(one[name]));
    await drop(page, await json('certificate'), await json('case'));
    // The keys of this service did not sign the certificate.
    await page.getByText(/^Not verified: key/).waitFor();
    await drop(page, await json('keys'));
    await page.getByText('Not everything could be checked: schedule, figures, rules').waitFor();
    await drop(page, await json('schedule'));
    await page.getByText('Verified: the files match').waitFor();
    await page.getByText('from your file').waitFor();
    // Keys that the user adds take precedence over the one inside a report, in any order.
    await page.getByRole('button', { name: 'Start over' }).click();
    await drop(page, await json('keys'), await file('report.html', await report()));
    await page.getByText(/^Not verified: key/).waitFor();
    await page.getByRole('button', { name: 'Start over' }).click();
    for (const name of ['certificate', 'case', 'schedule', 'keys'] as const)
      await drop(page, await json(name));
    await page.getByText('Verified: the files match').waitFor();
    const large = inFolder('large.json');
    await (await open(large, 'w')).close();
    await truncate(large, 200 * 1024 * 1024);
    await drop(page, large, await file('odd.json', '{"a":1}'), await file('text.json', 'no JSON'));
    await page.getByText('It has 200 MB; 128 MB can be read').waitFor();
    await page.getByText('neither a certificate nor a case').waitFor();
    await page.getByText('not valid JSON').waitFor();
    await page.getByText('Verified: the files match').waitFor();
  });

  it('judges a schedule of another tool in the words of the command line', async () => {
    const { payload, schedule } = VERIFY_EXAMPLE.body;
    const page = await pages.open('#/verify');
    await page.getByText('Sign in to check one').waitFor();
    await pages.openAs(await owner(), '#/jobs');
    await pages.openAs(await owner(), '#/verify');
    const give = async (at: number, name: string, content: object) =>
      page
        .locator('input[type=file]')
        .nth(at)
        .setInputFiles(await file(name, JSON.stringify(content)));
    await give(1, 'case.json', payload);
    await give(2, 'good.json', schedule);
    await page.getByText(/^verified: \d+ of \d+ applicable checks passed$/).waitFor();
    await page.getByText(/^No schedule costs less than .*gap/).waitFor();
    await assertAccessible(page);
    if (takesPictures) await takePictures(page, 'verify schedule');
    await page.getByRole('button', { name: 'Clear' }).click();
    await give(1, 'case.json', payload);
    const outputs = { ...schedule.dispatch_mw, coal: [220, 270, 291, 250] };
    await give(2, 'spoilt.json', { ...schedule, dispatch_mw: outputs });
    await page.getByText(/^REFUSED: .*power_balance/).waitFor();
    await page.getByText('Schedule, hour 2: supply is above the load, by 1 MW').waitFor();
    await page.getByRole('button', { name: 'Clear' }).click();
    const ucjl = new URL('../../../../test/cases/formats/unitcommitment-jl/files/case.json', import.meta.url);
    await page.locator('input[type=file]').nth(1).setInputFiles(ucjl.pathname);
    await give(2, 'solution.json', { 'Thermal production (MW)': {}, 'Is on': {} });
    await page.getByText(/Read as a solution of UnitCommitment.jl/).waitFor();
    await page.getByText(/^Missing: commitment\./).waitFor();
  });

  it('comes from the downloads of a job, with the report, which runs no script and sends no request', async () => {
    const { id } = await storiedJob();
    const page = await pages.openAs(await owner(), `#/jobs/${id}?view=downloads`);
    const saved = await downloadOf(page, () =>
      page.getByRole('button', { name: 'JSON: Signed certificate' }).click(),
    );
    assert.equal(saved.name, `certificate-${id}.json`);
    const { name, path } = await downloadOf(page, () =>
      page.getByRole('button', { name: /HTML: Report/ }).click(),
    );
    assert.equal(name, `report-${id}.html`);
    const reportFile = await file('shown.html', await report());
    assert.ok(path);
    const reportPage = await page.context().newPage();
    const urls: string[] = [];
    reportPage.on('request', (request) => urls.push(request.url()));
    await reportPage.goto(`file://${reportFile}`);
    await reportPage.getByRole('heading', { name: 'Units' }).waitFor();
    assert.equal(urls.length, 1);
    await assertAccessible(reportPage);
    if (takesPictures) await takePictures(reportPage, 'report');
    await reportPage.close();
  });
});

/** Address of the worker, as soon as the page has loaded it. */
async function untilWorker(page: Page): Promise<string> {
  const find = () =>
    performance.getEntriesByType('resource').find(({ name }) => name.includes('verify-worker'))?.name ?? '';
  await page.waitForFunction(find);
  return page.evaluate(find);
}

interface Answered {
  readonly verdict: {
    readonly recomputed: unknown;
    readonly findings: readonly { readonly fits: boolean | null }[];
  };
}

/** Sends the view's request to its worker, by a script in the page. */
const askWorker = (page: Page, worker: string, texts: readonly string[]): Promise<Answered> =>
  page.evaluate(`new Promise((resolve, reject) => {
    const worker = new Worker(${JSON.stringify(worker)}, { type: 'module' });
    const files = ${JSON.stringify(texts)}.map((text, at) => new File([text], at + '.json'));
    worker.onmessage = ({ data }) => {
      worker.terminate();
      if (data.answer) resolve(data.answer);
      else reject(new Error(data.error));
    };
    worker.postMessage({ id: 1, question: { files } });
  })`);
