/**
 * `npm run bench -- web`: how much the pages load, how soon the page of a job answers, how long it is busy at a stretch,
 * and whether it keeps what it no longer shows. The results are put into the database, since solving them is not the point.
 */
import { chromium, type Page } from 'playwright-core';
import { connectMongo } from '../../mongo/connect.ts';
import { chromiumPath } from '../support/browser/chromium-path.ts';
import { newPerson, signIn } from '../support/browser/steps.ts';
import { signIn as signInByApi } from '../support/callers/api-client.ts';
import { testSettings } from '../support/stack/app.ts';
import { runningStack } from '../support/stack/running-stack.ts';
import { writeFigures } from './figures.ts';
import { kilobytes } from './web/bytes.ts';
import { largeResult, type Size } from './web/large-result.ts';
import { storeJobs } from './web/stored-job.ts';
import { drawn, heapBytes, longestTask, openCold, VIEWS, WATCH_TASKS } from './web/visit.ts';

const DAY: Size = { units: 100, hours: 24, buses: 118 };
const LARGE: Size = { units: 2000, hours: 168, buses: 5000 };
const JOBS = 50;
const FEW = 5;
const MS_OF_A_VIEW = 60_000;

const { stack } = await runningStack();
const mongo = connectMongo(testSettings({ MONGODB_URI: stack.mongodb_uri }));
await mongo.connect();
const person = await newPerson();
const browser = await chromium.launch({
  executablePath: chromiumPath() ?? '',
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
try {
  await measure(await browser.newPage());
} finally {
  await browser.close();
  await mongo.close();
}
process.exit();

async function measure(page: Page): Promise<void> {
  page.setDefaultTimeout(MS_OF_A_VIEW);
  await page.addInitScript(WATCH_TASKS);
  await page.goto(stack.api_url);
  await signIn(page, person);
  const { request } = await signInByApi(stack.api_url, person.username, person.password);
  const { user_id: userId } = (await request<{ user_id: string }>('GET', '/api/users/me')).body;
  const days = await storeJobs(mongo.db, userId, largeResult(DAY), JOBS);
  const [large = ''] = await storeJobs(mongo.db, userId, largeResult(LARGE));
  const [day = ''] = days;
  const figures = {
    kilobytes: await kilobytes(),
    day: await visit(page, day),
    large: await visit(page, large),
    heap: await heapAfter(page, days),
  };
  process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
  await writeFigures(figures);
}

/** Without loading the page anew. */
async function go(page: Page, hash: string): Promise<void> {
  await page.evaluate(`location.assign(${JSON.stringify(hash)})`);
}

/** The page of a job opened anew, and then each of its views in turn; ms. */
async function visit(page: Page, jobId: string) {
  const address = `${stack.api_url}/#/jobs/${jobId}`;
  const summary = await openCold(page, address, 'summary');
  const dispatch = await openCold(page, address, 'dispatch');
  const whenOpened = await longestTask(page);
  const views: Record<string, { readonly ms: number; readonly longestTask: number }> = {};
  for (const view of VIEWS) {
    const began = performance.now();
    const from = await page.evaluate<number>('performance.now()');
    await go(page, `#/jobs/${jobId}?view=${view}`);
    await page.locator(`nav.tabs a[aria-current][href$="view=${view}"]`).waitFor();
    await drawn(page, view);
    views[view] = { ms: performance.now() - began, longestTask: await longestTask(page, from) };
  }
  return { interactive: { summary, dispatch }, longestTask: whenOpened, views };
}

/** Opened in turn, as somebody does who goes through a list; MB. */
async function heapAfter(page: Page, jobs: readonly string[]) {
  const seen: number[] = [];
  for (const jobId of jobs) {
    await go(page, `#/jobs/${jobId}?view=dispatch`);
    await page.locator(`nav.tabs a[href*="${jobId}"]`).first().waitFor();
    await drawn(page, 'dispatch');
    seen.push(seen.length + 1 === FEW || seen.length + 1 === JOBS ? await heapBytes(page) : 0);
  }
  const [few = 0, all = 0] = [seen[FEW - 1], seen[JOBS - 1]];
  return { after5: few / 1e6, after50: all / 1e6, ratio: all / few };
}
