/**
 * `npm run bench -- jobs`: cost of one small job (3 hours, 2 units): CPU by process from submission to end, jobs per
 * second with 16 clients, duration of one job alone; rate of accepted submissions compared with bare starts of their
 * workflow; status reads; memory of the API with 10,000 finished jobs. On a shared machine CPU per job is the most
 * reliable figure. Linux only. `BENCH_JOBS`, `BENCH_WARM_UP`, `BENCH_ALONE`, `BENCH_READS` and `BENCH_FINISHED` set the
 * numbers.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type JobRecord, newJob } from '../../mongo/jobs.ts';
import { OPEN } from '../../mongo/lifecycle.ts';
import type { SolveInput } from '../../temporal/case/messages/solve-run.ts';
import { solveOptions } from '../../temporal/solve-options.ts';
import { SOLVE } from '../support/callers/api-client.ts';
import { payload } from '../support/cases/payloads.ts';
import { load, type Run, rate, spread } from '../support/load.ts';
import { runningStack } from '../support/stack/running-stack.ts';
import { amount, benchmark } from './harness/benchmark.ts';
import { cpuPer, cpuTimes, memoryMb, pidsOf } from './harness/processes.ts';
import { databaseOf, keptOf, storeWork, temporalOf, workPer } from './harness/stores.ts';

const clients = 16;
const JOBS = amount('JOBS', 640);
const WARM_UP = amount('WARM_UP', 640);
const ALONE = amount('ALONE', 40);
const READS = amount('READS', 1000);
const FINISHED = amount('FINISHED', 10_000);
const ROUNDS = 4;
const PAUSE_MS = 250;
const LOOK_MS = 20;
const SETTLE_MS = 2000;
const IDLE_S = 10;

const ASKED = { solver: 'highs', scenario_id: 'old', time_limit_s: 60, mip_gap: 0.001 } as const;
const solveInput = (client: number): SolveInput => ({
  ...{ jobId: randomUUID(), userId: randomUUID(), jobType: 'uc', solver: 'highs' },
  ...{ scenarioId: `bench-${client}`, timeLimitS: 60, mipGap: 0.001 },
});

await benchmark(runningStack, async ({ admin, stack }, tell) => {
  const db = databaseOf(stack);
  const temporal = await temporalOf(stack);
  const records = db.collection<JobRecord>('jobs');

  /** Submissions all differ, and each client has a scenario of its own. */
  function submit(n: number, client: number): Promise<string> {
    const loads = [{ bus: 1, values: [80, 120 - n / 100, 90] }];
    return admin.submit('uc', payload({ loads }), { scenario_id: `bench-${client}` });
  }
  async function untilAllOver(): Promise<void> {
    while ((await records.countDocuments(OPEN)) > 0) await delay(LOOK_MS);
  }
  /** Time from the submission to the recorded end, ms; both by the same clock. */
  async function alone(n: number): Promise<number> {
    const began = Date.now();
    const id = await submit(n, 0);
    await untilAllOver();
    const record = await records.findOne({ _id: id });
    // The workflow closes shortly after the recorded end.
    await delay(PAUSE_MS);
    return (record?.finished_at?.getTime() ?? Number.NaN) - began;
  }
  /** Starts the workflow on a queue that no worker polls. */
  const bareStart = (_: number, client: number): Promise<unknown> =>
    temporal.workflow.start('solve', { ...solveOptions(solveInput(client)), taskQueue: 'bench' });
  async function finishedJobs(): Promise<void> {
    const { user_id: userId = '' } = (await records.findOne({})) ?? {};
    const old = Array.from({ length: FINISHED }, () =>
      newJob({ id: randomUUID(), userId, job_type: 'uc', ...ASKED }, new Date()),
    );
    const ended = { status: 'completed', finished_at: new Date() } as const;
    await records.insertMany(old.map((job) => ({ ...job, ...ended })));
    for (let offset = 0; offset < FINISHED; offset += FINISHED / 100)
      await admin.request('GET', `${SOLVE}?limit=100&offset=${offset}`);
  }

  // Warms up the compilers.
  await load({ count: WARM_UP, clients }, submit);
  await untilAllOver();
  await delay(SETTLE_MS);
  const idle = await cpuTimes(stack);
  await delay(IDLE_S * 1000);
  tell('CPU of an idle second, ms', cpuPer(IDLE_S, idle, await cpuTimes(stack)));

  const times: number[] = [];
  for (let n = 0; n < ALONE; n++) times.push(await alone(n));
  tell('one job alone, ms', spread(times));

  const before = await cpuTimes(stack);
  const storesBefore = await storeWork(db);
  const began = performance.now();
  await load({ count: JOBS, clients }, submit);
  await untilAllOver();
  tell('jobs', { per_s: JOBS / ((performance.now() - began) / 1000) });
  await delay(SETTLE_MS);
  tell('CPU of a job, ms', cpuPer(JOBS, before, await cpuTimes(stack)));
  tell('MongoDB, of a job', workPer(JOBS, storesBefore, await storeWork(db)));
  const last = await records.findOne({}, { sort: { _id: -1 } });
  tell('Temporal, of a job', await keptOf(temporal, last?._id ?? ''));

  // Stops the orchestrators while submissions and starts are counted; they alternate, because others use the machine
  // too.
  for (const pid of pidsOf(stack, 'orchestrator')) process.kill(pid, 'SIGSTOP');
  const [started, submitted]: [Run[], Run[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    started.push(await load({ count: JOBS / ROUNDS, clients }, bareStart));
    submitted.push(await load({ count: JOBS / ROUNDS, clients }, submit));
  }
  for (const pid of pidsOf(stack, 'orchestrator')) process.kill(pid, 'SIGCONT');
  const [bare, accepted] = [rate(...started), rate(...submitted)];
  tell('bare starts', bare);
  tell('submissions', { ...accepted, ratio: accepted.per_s / bare.per_s });
  await untilAllOver();

  const id = await submit(0, 0);
  await admin.wait(id);
  const path = new URL(`${SOLVE}/${id}/status`, stack.api_url);
  const headers = { authorization: `Bearer ${admin.token}` };
  const read = async () => (await fetch(path, { headers })).arrayBuffer();
  tell('status reads', rate(await load({ count: READS, clients }, read)));

  const fresh = await memoryMb(stack, 'api');
  await finishedJobs();
  await delay(IDLE_S * 1000);
  tell('memory of the API, MB', { before: fresh, [`with ${FINISHED} jobs`]: await memoryMb(stack, 'api') });
});
