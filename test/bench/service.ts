/**
 * `npm run bench -- service`: overhead of the service: submissions, status reads at a steady rate, cancels, and a day
 * over HTTP compared with the engine alone. Times in ms; the machine is shared, so compare medians and ratios.
 * `BENCH_SUBMISSIONS`, `BENCH_READ_S`, `BENCH_CANCELS` and `BENCH_RUNS` set the numbers.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { rts24Scuc, rts24Uc } from '../../mongo/seed/rts24.ts';
import type { SolvePayload } from '../../temporal/case/schema.ts';
import { DEFAULT_MIP_GAP, type JobType } from '../../temporal/solvers.ts';
import { SOLVE } from '../support/callers/api-client.ts';
import { hardCase } from '../support/cases/hard-case.ts';
import { payload } from '../support/cases/payloads.ts';
import { load, type Spread, spread, timed } from '../support/load.ts';
import { runningStack } from '../support/stack/running-stack.ts';
import { runEngine } from './engine/run-engine.ts';
import { amount, benchmark } from './harness/benchmark.ts';

const SUBMISSIONS = amount('SUBMISSIONS', 100);
const READS_PER_S = 200;
const READ_S = amount('READ_S', 10);
const CANCELS = amount('CANCELS', 30);
/** Cancels are spread over this part of a running solve, ms. */
const CANCEL_AFTER_MS = 3000;
const RUNS = amount('RUNS', 3);

await benchmark(runningStack, async ({ admin }, tell) => {
  const cancel = (id: string) => admin.request('DELETE', `${SOLVE}/${id}`);
  const isRunning = ({ status }: { status: string }): boolean => status === 'running';

  /** Sends reads at a steady rate, without waiting for earlier replies. */
  async function reads(jobId: string): Promise<Spread> {
    const path = new URL(`${SOLVE}/${jobId}/status`, admin.url);
    const headers = { authorization: `Bearer ${admin.token}` };
    const began = performance.now();
    const pending: Promise<number>[] = [];
    for (let i = 0; i < READS_PER_S * READ_S; i++) {
      const early = began + (i * 1000) / READS_PER_S - performance.now();
      if (early > 0) await delay(early);
      pending.push(timed(async () => (await fetch(path, { headers })).arrayBuffer()));
    }
    return spread(await Promise.all(pending));
  }

  async function day(what: string, jobType: JobType, day: SolvePayload): Promise<void> {
    const [http, engine]: [number[], number[]] = [[], []];
    for (let i = 0; i < RUNS; i++) {
      const limits = { timeLimitS: 120, mipGap: DEFAULT_MIP_GAP };
      engine.push(await timed(() => runEngine({ jobType, payload: day, ...limits })));
      http.push(await timed(async () => admin.result(await admin.submit(jobType, day))));
    }
    tell(`demo day ${what} over HTTP`, spread(http));
    tell(`demo day ${what}, engine alone`, spread(engine));
    tell(`demo day ${what}, overhead of the stack`, spread(http).median - spread(engine).median);
  }

  let last = '';
  const submissions = await load({ count: SUBMISSIONS }, async () => {
    last = await admin.submit('uc', payload());
  });
  tell('submit, 202', spread(submissions.times));
  await admin.wait(last, undefined, 300);
  const running = await admin.submit('uc', hardCase(), { timeout: READ_S + 20 });
  await admin.wait(running, isRunning);
  tell(`status of a running job at ${READS_PER_S}/s`, await reads(running));
  await cancel(running);
  await admin.wait(running);
  tell(`status of a finished job at ${READS_PER_S}/s`, await reads(last));
  const cancels: number[] = [];
  for (let i = 0; i < CANCELS; i++) {
    const jobId = await admin.submit('uc', hardCase(60, 48));
    await admin.wait(jobId, isRunning);
    await delay((i * CANCEL_AFTER_MS) / CANCELS);
    cancels.push(await timed(async () => [await cancel(jobId), await admin.wait(jobId)]));
  }
  tell('cancel, until `cancelled`', spread(cancels));
  await day('UC', 'uc', rts24Uc());
  await day('SCUC', 'scuc', rts24Scuc());
});
