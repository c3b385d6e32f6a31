/**
 * `npm run bench -- web`: bytes that the pages load, time until the control room of a job answers and its frames per
 * second while the hour moves, the same time for the other views, the longest task of the page, and leaks: its heap
 * after `BENCH_JOBS` (50) jobs compared with after 5. The results are put into the database without solving.
 */
import { randomUUID } from 'node:crypto';
import type { Db } from 'mongodb';
import type { Page } from 'playwright-core';
import { createDocuments } from '../../mongo/documents.ts';
import { type JobRecord, newJob } from '../../mongo/jobs.ts';
import { launchChromium } from '../support/browser/launch-chromium.ts';
import { newPerson, signIn } from '../support/browser/steps.ts';
import { signIn as signInByApi } from '../support/callers/api-client.ts';
import { aUnit } from '../support/cases/a-unit.ts';
import { runningStack } from '../support/stack/running-stack.ts';
import { amount, benchmark } from './harness/benchmark.ts';
import { databaseOf } from './harness/stores.ts';
import { busAt, type Line, madeUp, names, seriesOf } from './made-up/case-with-result.ts';
import { kilobytes } from './web/bytes.ts';
import {
  drawn,
  framesWhileStepping,
  heapBytes,
  longestTask,
  openCold,
  VIEWS,
  WATCH_TASKS,
  whenLoaded,
} from './web/visit.ts';

const ASKED = {
  job_type: 'scuc',
  solver: 'highs',
  scenario_id: 'bench',
  time_limit_s: 600,
  mip_gap: 0.001,
} as const;
const ENDED = {
  status: 'completed',
  workflow_started: true,
  progress: 100,
  termination_status: 'OPTIMAL',
} as const;

/** Stores `count` jobs with the same case and result; resolves with their ids. */
async function storeJobs(
  db: Db,
  userId: string,
  { payload, result }: ReturnType<typeof madeUp>,
  count = 1,
): Promise<string[]> {
  const now = new Date();
  const { objective_value } = result;
  const ids = Array.from({ length: count }, () => randomUUID());
  const documents = createDocuments(db);
  for (const id of ids) {
    await documents.put('payload', id, payload);
    await documents.put('result', id, result);
  }
  await db.collection<JobRecord>('jobs').insertMany(
    ids.map((id) => ({
      ...newJob({ id, userId, ...ASKED }, now),
      ...ENDED,
      ...{ objective_value, started_at: now, finished_at: now },
    })),
  );
  return ids;
}

const JOBS = amount('JOBS', 50);
const FEW = 5;
const MS_OF_A_VIEW = 60_000;
const FUELS = ['coal', 'gas', 'nuclear', 'hydro', 'oil', 'biomass'];

function pagesOf(units: number, hours: number, buses: number) {
  const time = { start: 0, hours };
  const unitNames = names(units, 'unit');
  const { payload, result } = madeUp({
    generators: unitNames.map((name, k) => ({
      ...aUnit(name, { bus: busAt(k, buses), p_max: 400, p_min: 100, no_load_cost: 500, startup_cost: 5000 }),
      ...{ ramp_up: 100, ramp_down: 100, min_uptime: 4, min_downtime: 4, co2_t_per_mwh: 0.5 },
      fuel: FUELS[k % FUELS.length] ?? '',
    })),
    ...{
      ...time,
      buses,
      lines: gridLines(buses),
      storages: Math.min(50, units),
      products: 1,
      bindingPerHour: 20,
    },
  });
  const contingencies =
    payload.transmission_lines?.map(({ id }) => ({ id: `loss of ${id}`, lines: [id] })) ?? [];
  const emissions = {
    emissions_t: Array.from({ length: hours }, () => units * 50),
    total_emissions_t: units * 50 * hours,
    generator_emissions_t: seriesOf(time, unitNames, 100),
  };
  return { payload: { ...payload, contingencies }, result: { ...result, ...emissions } };
}

/** Lines as streets of a town: each bus to the one before, and every second bus across. */
function gridLines(buses: number): Line[] {
  const side = Math.ceil(Math.sqrt(buses));
  return Array.from({ length: buses - 1 }, (_, k) => k + 2).flatMap((to) => [
    { from: to - 1, to },
    ...(to > side && to % 2 ? [{ from: to - side, to }] : []),
  ]);
}

await benchmark(startBrowser, async ({ page, stack }, tell) => {
  const person = await newPerson();
  await page.addInitScript(WATCH_TASKS);
  await page.goto(stack.api_url);
  await signIn(page, person);
  const { request } = await signInByApi(stack.api_url, person.username, person.password);
  const { user_id: userId } = (await request<{ user_id: string }>('GET', '/api/users/me')).body;
  const days = await storeJobs(databaseOf(stack), userId, pagesOf(100, 24, 118), JOBS);
  const [large = ''] = await storeJobs(databaseOf(stack), userId, pagesOf(2000, 168, 5000));

  /** Opens an address without reloading the page. */
  const go = (hash: string) => page.evaluate(`location.assign(${JSON.stringify(hash)})`);

  const { charts, others, beforeCharts } = await kilobytes();
  tell('JavaScript, gzipped, kB', {
    one_view_before_its_chart: beforeCharts,
    charts_and_maps: charts,
    all_views_without: others,
  });
  for (const [what, jobId = '', hours] of [
    ['100 units x 24 h', days[0], 24],
    ['2,000 units x 168 h', large, 168],
  ] as const) {
    const address = `${stack.api_url}/#/jobs/${jobId}`;
    // The very first visit fills the cache for later ones.
    const first = await openCold(page, address, 'summary');
    const interactive = await openCold(page, address, 'summary');
    tell(`${what}, control room, ms`, { first, interactive, longest_task: await longestTask(page) });
    tell(`${what}, control room, parts of it, ms`, await whenLoaded(page));
    tell(`${what}, hours stepped through`, {
      frames_per_s: await framesWhileStepping(page, hours),
      longest_task: await longestTask(page),
    });
    for (const view of VIEWS) {
      const began = performance.now();
      const from = await page.evaluate<number>('performance.now()');
      await go(`#/jobs/${jobId}?view=${view}`);
      await page.locator(`nav.tabs a[aria-current][href$="view=${view}"]`).waitFor();
      await drawn(page);
      const drawn_ms = performance.now() - began;
      tell(`${what}, ${view}, ms`, { drawn: drawn_ms, longest_task: await longestTask(page, from) });
      if (view !== 'network') continue;
      const frames_per_s = await framesWhileStepping(page, hours);
      tell(`${what}, hours stepped through in the network`, { frames_per_s });
    }
  }

  // Opens the jobs in turn, as a user does who goes through a list.
  let few = 0;
  for (const [at, jobId] of days.entries()) {
    await go(`#/jobs/${jobId}?view=summary`);
    await page.locator(`nav.tabs a[href*="${jobId}"]`).first().waitFor();
    await drawn(page);
    if (at + 1 === FEW) few = (await heapBytes(page)) / 1e6;
  }
  const all = (await heapBytes(page)) / 1e6;
  tell(`heap of the page, MB`, { after_5: few, [`after_${JOBS}`]: all, ratio: all / few });
});

async function startBrowser(): Promise<
  { page: Page; stop(): Promise<void> } & Awaited<ReturnType<typeof runningStack>>
> {
  const running = await runningStack();
  const browser = await launchChromium();
  const page = await browser.newPage();
  page.setDefaultTimeout(MS_OF_A_VIEW);
  return { ...running, page, stop: () => browser.close() };
}
