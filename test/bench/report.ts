/**
 * `npm run bench -- report`: the report and the exports of a year of 158 units, 73 buses, 120 lines and seven reserve
 * products, whose 366 windows are written straight into MongoDB. Seconds until the last byte, the most memory of the API
 * above what it had before, and the longest that another client waits for /health meanwhile.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { dayTotals, hourlyTotals } from '../../activities/rolling/day-totals.ts';
import { connectMongo } from '../../mongo/connect.ts';
import { createDocuments } from '../../mongo/documents.ts';
import { createLifecycle } from '../../mongo/lifecycle.ts';
import { createWindows } from '../../mongo/windows.ts';
import { seriesCalendar } from '../../temporal/case/arithmetic/series-calendar.ts';
import type { ApiClient } from '../support/callers/api-client.ts';
import { processOf, runningStack } from '../support/stack/running-stack.ts';
import { anExecution, RESULTS, SOLVED } from '../support/stores/an-execution.ts';
import { writeFigures } from './figures.ts';
import { KEPT_H, studyNetwork, studyWindow } from './study/year.ts';

const WINDOWS = 366;
const EXPORTS = [
  'table=dispatch',
  'table=dispatch&format=parquet',
  'table=dispatch&shape=wide',
  'table=dispatch&shape=wide&format=parquet',
  'table=commitment&format=parquet',
  'table=lmp&format=parquet',
  'table=flows',
  'table=costs',
  'table=costs&shape=wide&format=parquet',
  'table=reserves&format=parquet',
  'table=days',
];
const SAMPLE_MS = 20;
const TICKS_PER_S = 100;

const running = await runningStack();
const { stack, admin } = running;
const mongo = connectMongo({ MONGODB_URI: stack.mongodb_uri, MONGODB_DATABASE: 'grid_optimization' });
const health = new Worker(new URL('./hostile/health-thread.js', import.meta.url), {
  workerData: stack.api_url,
});

async function writeYear(): Promise<string> {
  const { body } = await admin.request<{ user_id: string }>('GET', '/api/users/me');
  const { db } = mongo;
  const network = studyNetwork(WINDOWS);
  const calendar = seriesCalendar(network);
  const execution = anExecution(body.user_id, {
    status: 'completed',
    results: RESULTS,
    windows: WINDOWS,
    start: { hour: 0, ...(calendar && { calendar }) },
    options: { horizon: WINDOWS * KEPT_H, include_reserves: true },
    workflow_started: true,
    started_at: new Date(),
    finished_at: new Date(),
  });
  const [documents, windows] = [createDocuments(db), createWindows(db)];
  await createLifecycle(db, 'executions').accept(execution);
  await documents.put('network', execution._id, network);
  for (let index = 0; index < WINDOWS; index++) {
    const { payload, result } = studyWindow(index);
    const job_id = `${execution._id}-${index}`;
    await Promise.all([documents.put('payload', job_id, payload), documents.put('result', job_id, result)]);
    await windows.open({
      execution_id: execution._id,
      index,
      start_hour: index * KEPT_H,
      kept_hours: KEPT_H,
      job_id,
    });
    await windows.close(execution._id, index, {
      ...SOLVED,
      totals: dayTotals(payload, result, KEPT_H),
      hourly: hourlyTotals(payload, result, KEPT_H),
    });
  }
  return `/api/model-builder/executions/${execution._id}`;
}

const memoryMb = async (): Promise<number> => {
  const status = await readFile(`/proc/${processOf(stack, 'api').pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
};

/** User and system time of the API so far, s. */
async function cpuS(): Promise<number> {
  const stat = await readFile(`/proc/${processOf(stack, 'api').pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_S;
}

async function read(path: string, { token }: ApiClient) {
  const response = await fetch(`${stack.api_url}${path}`, { headers: { authorization: `Bearer ${token}` } });
  assert.equal(response.status, 200);
  assert.ok(response.body);
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of response.body) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}

async function measured(path: string) {
  const before = await memoryMb();
  let most = before;
  let isOver = false;
  const watch = (async () => {
    while (!isOver) {
      most = Math.max(most, await memoryMb());
      await delay(SAMPLE_MS);
    }
  })();
  health.postMessage('begin');
  const cpuBefore = await cpuS();
  const began = performance.now();
  const answer = await read(path, admin);
  const seconds = (performance.now() - began) / 1000;
  const cpu_s = (await cpuS()) - cpuBefore;
  health.postMessage('end');
  const [longest_wait_ms]: number[] = await once(health, 'message');
  isOver = true;
  await watch;
  return { ...answer, seconds, cpu_s, more_memory_mb: most - before, longest_wait_ms };
}

const figures: Record<string, object> = {};
const path = await writeYear();
for (const [name, query] of [
  ['report, parts made', 'report'],
  ['report', 'report'],
  ...EXPORTS.map((of) => [of, `export?${of}`] as const),
] as const) {
  const first = await measured(`${path}/${query}`);
  figures[name] = first;
  const mb = (first.bytes / 1e6).toFixed(1).padStart(7);
  const wait = first.longest_wait_ms?.toFixed(0);
  process.stdout.write(
    `${name.padEnd(42)} ${first.seconds.toFixed(2).padStart(6)} s  CPU ${first.cpu_s.toFixed(2)} s  ${mb} MB  memory +${first.more_memory_mb.toFixed(0)} MB  longest wait ${wait} ms\n`,
  );
}
const again = await measured(`${path}/export?table=dispatch&format=parquet`);
assert.equal(again.sha256, (figures['table=dispatch&format=parquet'] as typeof again).sha256);
await writeFigures(figures);
await mongo.close();
process.exit(0);
