/**
 * `npm run bench -- jobs`: what one small job (3 hours, 2 units) costs: CPU by process from its submission to its end, jobs a
 * second with 16 clients, one job alone; how fast the API accepts jobs beside bare starts of their workflows; status reads;
 * memory of the API with 10,000 finished jobs. CPU per job says most on a machine that others use too. Linux only.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import { connectMongo } from '../../mongo/connect.ts';
import { type JobRecord, newJob } from '../../mongo/jobs.ts';
import { OPEN } from '../../mongo/lifecycle.ts';
import type { SolveInput } from '../../temporal/case/messages/solve-run.ts';
import { solveOptions } from '../../temporal/solve-options.ts';
import { SOLVE } from '../support/callers/api-client.ts';
import { payload } from '../support/cases/payloads.ts';
import { runningStack } from '../support/stack/running-stack.ts';
import { spread, writeFigures } from './figures.ts';
import { cpuPer, cpuTimes, memoryMb, roleOf } from './jobs/processes.ts';
import { keptOf, storeWork, workPer } from './jobs/stores.ts';

const WARM_UP = 640;
const ALONE = 40;
const PAUSE_MS = 250;
const CLIENTS = 16;
const JOBS = Number(process.env['BENCH_JOBS'] ?? 640);
const ROUNDS = 4;
const READS = 1000;
const FINISHED = 10_000;
const LOOK_MS = 20;
const SETTLE_MS = 2000;
const IDLE_S = 10;

const { admin, stack } = await runningStack();
const mongo = connectMongo({
  MONGODB_URI: stack.mongodb_uri,
  MONGODB_DATABASE: process.env['MONGODB_DATABASE'] || 'grid_optimization',
});
const records = mongo.db.collection<JobRecord>('jobs');
const connection = await Connection.connect({ address: stack.temporal_address });
const temporal = new Client({ connection, namespace: process.env['TEMPORAL_NAMESPACE'] ?? 'default' });

const pidsOf = (role: string): number[] =>
  Object.entries(stack.processes).flatMap(([name, { pid }]) => (roleOf(name) === role ? [pid] : []));

/** No two submissions are alike, and each client has a scenario of its own. */
function submit(client: number, n: number): Promise<string> {
  const loads = [{ bus: 1, values: [80, 120 - n / 100, 90] }];
  return admin.submit('uc', payload({ loads }), { scenario_id: `bench-${client}` });
}

async function untilAllOver(): Promise<void> {
  while ((await records.countDocuments(OPEN)) > 0) await delay(LOOK_MS);
}

/** From the submission to the end on record, ms: the clocks are one. */
async function alone(n: number): Promise<number> {
  const began = Date.now();
  const id = await submit(0, n);
  await untilAllOver();
  const record = await records.findOne({ _id: id });
  return (record?.finished_at?.getTime() ?? Number.NaN) - began;
}

interface Run {
  readonly times: readonly number[];
  readonly seconds: number;
}

/** `CLIENTS` of them at a time; times in ms. */
async function atOnce(total: number, work: (client: number, n: number) => Promise<unknown>): Promise<Run> {
  const times: number[] = [];
  let next = 0;
  const began = performance.now();
  const client = async (_: unknown, k: number): Promise<void> => {
    while (next < total) {
      const n = next++;
      const begun = performance.now();
      await work(k, n);
      times.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return { times, seconds: (performance.now() - began) / 1000 };
}

function rateOf(runs: readonly Run[]) {
  const times = runs.flatMap((run) => run.times);
  const seconds = runs.reduce((sum, run) => sum + run.seconds, 0);
  return { perS: times.length / seconds, ms: spread(times) };
}

const solveInput = (client: number): SolveInput => ({
  jobId: randomUUID(),
  userId: randomUUID(),
  jobType: 'uc',
  solver: 'highs',
  scenarioId: `bench-${client}`,
  timeLimitS: 60,
  mipGap: 0.001,
});

/** On a queue that nobody polls. */
const bareStart = (client: number): Promise<unknown> =>
  temporal.workflow.start('solve', { ...solveOptions(solveInput(client)), taskQueue: 'bench' });

async function finishedJobs(): Promise<void> {
  const { user_id: userId = '' } = (await records.findOne({})) ?? {};
  const asked = {
    job_type: 'uc',
    solver: 'highs',
    scenario_id: 'old',
    time_limit_s: 60,
    mip_gap: 0.001,
  } as const;
  const old = Array.from({ length: FINISHED }, () =>
    newJob({ id: randomUUID(), userId, ...asked }, new Date()),
  );
  await records.insertMany(
    old.map((job) => ({ ...job, status: 'completed' as const, finished_at: new Date() })),
  );
  for (let offset = 0; offset < FINISHED; offset += FINISHED / 100)
    await admin.request('GET', `${SOLVE}?limit=100&offset=${offset}`);
}

const round = (figures: object): unknown =>
  JSON.parse(JSON.stringify(figures), (_, value) =>
    typeof value === 'number' ? Math.round(value * 10) / 10 : value,
  );
const figures: Record<string, unknown> = {};
const say = (name: string, figure: object): void => {
  figures[name] = round(figure);
  process.stdout.write(`${name.padEnd(30)} ${JSON.stringify(figures[name])}\n`);
};

// Compilers first.
await atOnce(WARM_UP, submit);
await untilAllOver();
await delay(SETTLE_MS);

const idle = await cpuTimes(stack);
await delay(IDLE_S * 1000);
say('CPU of an idle second, ms', cpuPer(IDLE_S, idle, await cpuTimes(stack)));

const times: number[] = [];
for (let n = 0; n < ALONE; n++) {
  times.push(await alone(n));
  // Its workflow closes behind the end on record.
  await delay(PAUSE_MS);
}
say('one job alone, ms', spread(times));

const before = await cpuTimes(stack);
const storesBefore = await storeWork(mongo.db);
const began = performance.now();
await atOnce(JOBS, submit);
await untilAllOver();
const jobsPerS = JOBS / ((performance.now() - began) / 1000);
await delay(SETTLE_MS);
say('CPU of a job, ms', cpuPer(JOBS, before, await cpuTimes(stack)));
say('jobs', { perS: jobsPerS });
say('MongoDB, of a job', workPer(JOBS, storesBefore, await storeWork(mongo.db)));
const last = await records.findOne({}, { sort: { _id: -1 } });
say('Temporal, of a job', await keptOf(temporal, last?._id ?? ''));

// Nothing else goes on while submissions and starts are counted.
const orchestrators = pidsOf('orchestrator');
for (const pid of orchestrators) process.kill(pid, 'SIGSTOP');
const started: Run[] = [];
const submitted: Run[] = [];
// In turn, as others use the machine too.
for (let round = 0; round < ROUNDS; round++) {
  started.push(await atOnce(JOBS / ROUNDS, bareStart));
  submitted.push(await atOnce(JOBS / ROUNDS, submit));
}
for (const pid of orchestrators) process.kill(pid, 'SIGCONT');
const [bare, accepted] = [rateOf(started), rateOf(submitted)];
say('bare starts', bare);
say('submissions', { ...accepted, ratio: accepted.perS / bare.perS });
await untilAllOver();

const id = await submit(0, 0);
await admin.wait(id);
const path = new URL(`${SOLVE}/${id}/status`, stack.api_url);
const headers = { authorization: `Bearer ${admin.token}` };
const reads = await atOnce(READS, async () => (await fetch(path, { headers })).arrayBuffer());
say('status reads', rateOf([reads]));

const [api = 0] = pidsOf('api');
const fresh = await memoryMb(api);
await finishedJobs();
await delay(IDLE_S * 1000);
say('memory of the API, MB', { before: fresh, with_10_000_finished_jobs: await memoryMb(api) });
await writeFigures(figures);
process.exit(0);
