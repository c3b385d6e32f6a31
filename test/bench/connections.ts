/**
 * `npm run bench -- connections`: how much load can connect to RTS-GMLC, whose folder `BENCH_RTS` names, at
 * `BENCH_BUSES` (1) of its buses (`BENCH_BUSES=73`: all) for `BENCH_DAYS` (7) from `BENCH_START` (2020-07-05) on, with
 * N-1 unless `BENCH_N1=0`, on a stack of its own: time, solves of a day, and widths of the intervals.
 */
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import type { ConnectionResults } from '../../temporal/case/messages/connection.ts';
import type { Network } from '../../temporal/case/messages/stored-records.ts';
import { timed } from '../support/load.ts';
import { privateStack } from '../support/stack/private-stack.ts';
import { amount, benchmark } from './harness/benchmark.ts';
import { databaseOf } from './harness/stores.ts';
import { zipFolder } from './harness/zip-folder.ts';

const { BENCH_RTS: folder, BENCH_START: start = '2020-07-05' } = process.env;
assert.ok(folder, 'BENCH_RTS should name the folder with SourceData and timeseries_data_files');
const days = amount('DAYS', 7);
const buses = amount('BUSES', 1);
const n_1 = amount('N1', 1) === 1;
const max_mw = amount('MW', 500);
const NARROW = 0.02;
const PAUSE_MS = 500;
const STUDIES = '/api/connection-studies';

await benchmark(privateStack, async (running, tell) => {
  const { admin } = running;
  const headers = { authorization: `Bearer ${admin.token}`, 'Content-Type': 'application/zip' };
  const path = `${admin.url}/api/networks/import?format=rts-gmlc&network_id=rts`;
  const { status } = await fetch(path, { method: 'POST', headers, body: await zipFolder(folder) });
  assert.equal(status, 201);
  const network = (await admin.request<Network>('GET', '/api/networks/rts')).body;
  const chosen = network.buses.map(({ id }) => id).slice(0, buses);
  const body = { network_id: 'rts', candidates: { kind: 'load', buses: chosen }, max_mw, start, days, n_1 };
  const submitted = await admin.request<{ study_id: string }>('POST', STUDIES, { body });
  assert.equal(submitted.status, 202, JSON.stringify(submitted.body));
  const one = `${STUDIES}/${submitted.body.study_id}`;
  const ms = await timed(async () => {
    for (let status = ''; status !== 'completed'; await delay(PAUSE_MS)) {
      ({ status } = (await admin.request<{ status: string }>('GET', one)).body);
      assert.ok(status !== 'failed' && status !== 'cancelled', status);
    }
  });
  const { candidates } = (await admin.request<ConnectionResults>('GET', `${one}/results`)).body;
  const widths = candidates.map(({ firm_mw }) => (firm_mw.at_most - firm_mw.at_least) / firm_mw.at_most || 0);
  const runs = databaseOf(running.stack).collection('executions');
  const ofStudy = await runs
    .find({ 'parent.id': submitted.body.study_id })
    .sort({ 'parent.index': 1 })
    .toArray();
  tell('study', {
    ...{ buses: chosen.length, days, n_1, seconds: ms / 1000 },
    solves: await databaseOf(running.stack).collection('windows').countDocuments(),
    narrow: widths.filter((width) => width <= NARROW).length,
    widest: Math.max(...widths),
  });
  for (const { connection, windows, results, submitted_at, finished_at } of ofStudy)
    tell('run', {
      ...{ bus: connection?.bus, mw: connection?.mw, asks: connection?.asksMost === true, windows },
      seconds: (finished_at - submitted_at) / 1000,
      solver_s: results?.solve_time_s,
      penalty_usd: results?.totals?.penalty_usd,
    });
  for (const { bus, firm_mw, remedy, wide } of candidates) tell(`bus ${bus}`, { firm_mw, remedy, wide });
});
