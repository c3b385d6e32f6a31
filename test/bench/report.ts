/**
 * `npm run bench -- report`: the report and the exports of a year of 158 units, 73 buses, 120 lines and seven reserve
 * products, whose 366 windows (`BENCH_WINDOWS`) are written straight into MongoDB. Seconds until the last byte, CPU and
 * the rise in memory of the API, and the longest wait of another client for /health meanwhile.
 */

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Db } from 'mongodb';
import { dayTotals, hourlyTotals } from '../../activities/rolling/day-totals.ts';
import { createDocuments } from '../../mongo/documents.ts';
import { createLifecycle } from '../../mongo/lifecycle.ts';
import { createWindows } from '../../mongo/windows.ts';
import { ratedOf } from '../../temporal/case/arithmetic/output-limits.ts';
import { seriesCalendar } from '../../temporal/case/arithmetic/series-calendar.ts';
import type { NetworkContent } from '../../temporal/case/network-schema.ts';
import { aUnit } from '../support/cases/a-unit.ts';
import { timed } from '../support/load.ts';
import { runningStack } from '../support/stack/running-stack.ts';
import { anExecution, RESULTS, SOLVED } from '../support/stores/an-execution.ts';
import { amount, benchmark } from './harness/benchmark.ts';
import { watchHealth } from './harness/longest-wait.ts';
import { cpuTimes, memoryMb } from './harness/processes.ts';
import { databaseOf } from './harness/stores.ts';
import { busAt, hourly, madeUp, names, type Shape, seriesOf } from './made-up/case-with-result.ts';

const KEPT_H = 24;
const SOLVED_H = 48;
const [UNITS, BUSES, LINES] = [73, 73, 120];
const RENEWABLES = names(84, 'renewable');
const FOUR = [20, 30, 40, 50];

const shape: Omit<Shape, 'start' | 'hours'> = {
  generators: names(UNITS, 'unit').map((name, k) => ({
    ...aUnit(name, { bus: busAt(k, BUSES), p_max: 50 + 5 * k, no_load_cost: 100, startup_cost: 1000 }),
    cost_curve: FOUR.map((mw, at) => ({ mw, usd_per_h: 500 + 400 * at + 50 * at * at })),
    ...{ fuel: 'Gas', type: k % 2 ? 'CC' : 'CT' },
    heat_rate_curve: FOUR.map((mw, at) => ({ mw, mmbtu_per_h: 200 + 100 * at })),
  })),
  // A ring of all buses, then lines to the next bus but one.
  lines: names(LINES, 'line').map((_, k) => ({
    from: busAt(k, BUSES),
    to: busAt(k + 1 + Math.floor(k / BUSES), BUSES),
  })),
  ...{ buses: BUSES, storages: 1, products: 7, bindingPerHour: 2 },
};
const MOST_MW = 100;

function studyNetwork(windows: number): NetworkContent {
  const time = { start: 0, hours: windows * KEPT_H };
  const { generators, loads, storage = [] } = madeUp({ ...shape, ...time, lines: [] }).payload;
  return {
    base_mva: 100,
    nominal_frequency_hz: 60,
    series_start: '2020-01-01T00:00:00',
    time_zone: 'America/Phoenix',
    buses: loads.map(({ bus: id }) => ({
      id,
      name: `Bus ${id}`,
      v_nom_kv: 138,
      type: 'pq',
      area: String(id % 3),
    })),
    lines: [],
    generators: generators.map(({ energy_limits: _, ...unit }) => ({ ...unit, ...ratedOf(unit) })),
    renewables: RENEWABLES.map((name, k) => ({
      ...{ name, bus: busAt(k, BUSES), type: k % 2 ? 'PV' : 'WIND' },
      p_max: hourly(time, k, 0, MOST_MW),
    })),
    storage: storage.map(({ energy_limits: _, ...item }) => item),
    loads,
  };
}

function studyWindow(index: number) {
  const time = { start: index * KEPT_H, hours: SOLVED_H };
  const { payload, result } = madeUp({ ...shape, ...time });
  const zeros = Array.from({ length: SOLVED_H }, () => 0);
  return {
    payload: {
      ...payload,
      renewables: RENEWABLES.map((name, k) => ({
        ...{ name, bus: busAt(k, BUSES), p_min: zeros, p_max: hourly(time, k, 0, MOST_MW) },
      })),
      options: { unserved_energy_usd_per_mwh: 10_000 },
    },
    result: {
      ...result,
      renewable_mw: seriesOf(time, RENEWABLES, 80),
      curtailment_mw: seriesOf(time, RENEWABLES, 5),
      unserved_mw: Object.fromEntries(Object.keys(result.lmp).map((bus) => [bus, zeros])),
      overflow_mw: {},
    },
  };
}

const WINDOWS = amount('WINDOWS', 366);
const REPEATED = 'export?table=dispatch&format=parquet';
/** The first request of the report builds its parts. */
const PATHS = ['report', 'report', 'export?table=dispatch', REPEATED]
  .concat(['dispatch&shape=wide', 'dispatch&shape=wide&format=parquet'].map((of) => `export?table=${of}`))
  .concat(['commitment&format=parquet', 'lmp&format=parquet', 'flows'].map((of) => `export?table=${of}`))
  .concat(['costs', 'costs&shape=wide&format=parquet'].map((of) => `export?table=${of}`))
  .concat(['reserves&format=parquet', 'days'].map((of) => `export?table=${of}`));
const SAMPLE_MS = 20;

/** Writes the windows of a year; resolves with the address of the execution. */
async function writeYear(db: Db, userId: string): Promise<string> {
  const network = studyNetwork(WINDOWS);
  const calendar = seriesCalendar(network);
  const execution = anExecution(userId, {
    status: 'completed',
    results: RESULTS,
    windows: WINDOWS,
    start: { hour: 0, ...(calendar && { calendar }) },
    options: { horizon: WINDOWS * KEPT_H, include_reserves: true },
    workflow_started: true,
    started_at: new Date(),
    finished_at: new Date(),
  });
  const execution_id = execution._id;
  const [documents, windows] = [createDocuments(db), createWindows(db)];
  await createLifecycle(db, 'executions').accept(execution);
  await documents.put('network', execution_id, network);
  for (let index = 0; index < WINDOWS; index++) {
    const { payload, result } = studyWindow(index);
    const job_id = `${execution_id}-${index}`;
    await Promise.all([documents.put('payload', job_id, payload), documents.put('result', job_id, result)]);
    await windows.open({ execution_id, index, start_hour: index * KEPT_H, kept_hours: KEPT_H, job_id });
    await windows.close(execution_id, index, {
      ...SOLVED,
      totals: dayTotals(payload, result, KEPT_H),
      hourly: hourlyTotals(payload, result, KEPT_H),
    });
  }
  return `/api/model-builder/executions/${execution_id}`;
}

await benchmark(runningStack, async ({ stack, admin }, tell) => {
  const longestWait = watchHealth(stack.api_url);
  const headers = { authorization: `Bearer ${admin.token}` };
  const apiMs = async () => (await cpuTimes(stack))['api'] ?? 0;

  async function read(path: string) {
    const response = await fetch(`${stack.api_url}${path}`, { headers });
    assert.equal(response.status, 200);
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const chunk of response.body ?? []) {
      hash.update(chunk);
      bytes += chunk.length;
    }
    return { mb: bytes / 1e6, sha256: hash.digest('hex') };
  }

  async function measured(path: string) {
    const [before, cpuBefore] = [await memoryMb(stack, 'api'), await apiMs()];
    let [most, isOver, ms] = [before, false, 0];
    const watch = (async () => {
      for (; !isOver; await delay(SAMPLE_MS)) most = Math.max(most, await memoryMb(stack, 'api'));
    })();
    let answer = { mb: 0, sha256: '' };
    const longest_wait_ms = await longestWait(async () => {
      ms = await timed(async () => {
        answer = await read(path);
      });
    });
    isOver = true;
    await watch;
    const cpu_s = ((await apiMs()) - cpuBefore) / 1000;
    return {
      s: ms / 1000,
      cpu_s,
      mb: answer.mb,
      more_memory_mb: most - before,
      longest_wait_ms,
      sha256: answer.sha256,
    };
  }

  const { user_id } = (await admin.request<{ user_id: string }>('GET', '/api/users/me')).body;
  const path = await writeYear(databaseOf(stack), user_id);
  const hashByPath = new Map<string, string>();
  for (const [at, of] of [...PATHS, REPEATED].entries()) {
    const { sha256, ...figure } = await measured(`${path}/${of}`);
    tell(at === 0 ? `${of}, parts made` : of, figure);
    if (of === REPEATED) assert.equal(sha256, hashByPath.get(of) ?? sha256);
    hashByPath.set(of, sha256);
  }
});
