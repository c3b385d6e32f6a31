/**
 * `npm run bench -- service`: what the service adds to a solve, on a stack of its own. Prints a table and writes the same
 * figures as JSON to the path in BENCH_FILE. Times in ms; the machine is shared, so compare medians and ratios.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { createEngine } from '../../activities/engine/run/create-engine.ts';
import { rts24Scuc, rts24Uc } from '../../mongo/seed/rts24.ts';
import type { SolvePayload } from '../../temporal/case/messages/payload.ts';
import { DEFAULT_MIP_GAP, type JobType } from '../../temporal/solvers.ts';
import { type ApiClient, SOLVE } from '../support/callers/api-client.ts';
import { hardCase } from '../support/cases/hard-case.ts';
import { payload } from '../support/cases/payloads.ts';
import { runningStack } from '../support/stack/running-stack.ts';
import { printSpread, type Spread, spread, writeFigures } from './figures.ts';

const SUBMISSIONS = 100;
const READS_PER_S = 200;
const READ_S = 10;
const CANCELS = 30;
/** Cancels are spread over this time of a solve that runs, ms. */
const CANCEL_AFTER_MS = 3000;
const DEMO_RUNS = 3;

const { admin } = await runningStack();
const runEngine = createEngine({ memoryMb: 4096 });
const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};

async function submissions(api: ApiClient): Promise<{ times: number[]; last: string }> {
  const times: number[] = [];
  let last = '';
  for (let i = 0; i < SUBMISSIONS; i++) {
    times.push(
      await timed(async () => {
        last = await api.submit('uc', payload());
      }),
    );
  }
  await api.wait(last, undefined, 300);
  return { times, last };
}

/** Reads at a steady rate, whether or not earlier ones have been answered. */
async function reads(api: ApiClient, jobId: string): Promise<number[]> {
  const path = new URL(`${SOLVE}/${jobId}/status`, api.url);
  const headers = { authorization: `Bearer ${api.token}` };
  const began = performance.now();
  const pending: Promise<number>[] = [];
  for (let i = 0; i < READS_PER_S * READ_S; i++) {
    const due = began + (i * 1000) / READS_PER_S;
    const early = due - performance.now();
    if (early > 0) await delay(early);
    pending.push(timed(async () => (await fetch(path, { headers })).arrayBuffer()));
  }
  return Promise.all(pending);
}

async function cancels(api: ApiClient): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < CANCELS; i++) {
    const jobId = await api.submit('uc', hardCase(60, 48));
    await api.wait(jobId, ({ status }) => status === 'running');
    await delay((i * CANCEL_AFTER_MS) / CANCELS);
    times.push(
      await timed(async () => {
        await api.request('DELETE', `${SOLVE}/${jobId}`);
        await api.wait(jobId);
      }),
    );
  }
  return times;
}

/** Wall time over HTTP against the engine alone on the same payload. */
async function demoDay(api: ApiClient, jobType: JobType, day: SolvePayload) {
  const watch = { signal: new AbortController().signal, onProgress() {}, onIncumbent() {} };
  const request = {
    jobType,
    payload: day,
    solver: 'highs',
    timeLimitS: 120,
    mipGap: DEFAULT_MIP_GAP,
  } as const;
  const http: number[] = [];
  const engine: number[] = [];
  for (let i = 0; i < DEMO_RUNS; i++) {
    engine.push(await timed(() => runEngine(request, watch)));
    http.push(await timed(async () => api.result(await api.submit(jobType, day))));
  }
  return { http: spread(http), engine: spread(engine) };
}

const { times, last } = await submissions(admin);
const running = await admin.submit('uc', hardCase(), { timeout: READ_S + 20 });
await admin.wait(running, ({ status }) => status === 'running');
const runningReads = await reads(admin, running);
await admin.request('DELETE', `${SOLVE}/${running}`);
await admin.wait(running);
const uc = await demoDay(admin, 'uc', rts24Uc());
const scuc = await demoDay(admin, 'scuc', rts24Scuc());
const figures: Record<string, Spread> = {
  'submit, 202': spread(times),
  [`status of a running job at ${READS_PER_S}/s`]: spread(runningReads),
  [`status of a finished job at ${READS_PER_S}/s`]: spread(await reads(admin, last)),
  'cancel, until `cancelled`': spread(await cancels(admin)),
  'demo day UC over HTTP': uc.http,
  'demo day UC, engine alone': uc.engine,
  'demo day SCUC over HTTP': scuc.http,
  'demo day SCUC, engine alone': scuc.engine,
};
printSpread(figures);
const overhead = (day: typeof uc): string => (day.http.median - day.engine.median).toFixed(0);
process.stdout.write(`overhead of the stack: UC ${overhead(uc)} ms, SCUC ${overhead(scuc)} ms\n`);
await writeFigures(figures);
process.exit(0);
