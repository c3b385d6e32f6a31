/**
 * `npm run bench -- study`: RTS-GMLC, whose folder `BENCH_RTS` names, imported over HTTP and, without its CSP and
 * storage as published, run for `BENCH_DAYS` (14) from `BENCH_START` (2020-07-05) on, with and without lines, on a
 * stack of its own: cost by type of unit, compared with the costs that PLEXOS published for this fortnight, and the
 * time it takes. `BENCH_RESERVES=1` includes its reserve products, `BENCH_GAP` is the gap of each day (0.001),
 * `BENCH_LINES=off` skips the run with lines, and `on` the other one. `BENCH_PARALLEL=0` solves the days in sequence,
 * `BENCH_KILLS=1` kills the solver at 20 % and the orchestrator at 60 %.
 */

import assert from 'node:assert/strict';
import { meanOf } from '../../temporal/case/arithmetic/series.ts';
import type { Network } from '../../temporal/case/messages/stored-records.ts';
import { daysOf, startExecution } from '../support/callers/run-execution.ts';
import { timed } from '../support/load.ts';
import { type PrivateStack, privateStack } from '../support/stack/private-stack.ts';
import { amount, benchmark } from './harness/benchmark.ts';
import { killAmid, wallS } from './harness/killed-execution.ts';
import { databaseOf } from './harness/stores.ts';
import { zipFolder } from './harness/zip-folder.ts';

const { BENCH_RTS: folder, BENCH_START: start = '2020-07-05', BENCH_LINES } = process.env;
assert.ok(folder, 'BENCH_RTS should name the folder with SourceData and timeseries_data_files');
const days = amount('DAYS', 14);
const mip_gap = amount('GAP', 0.001);
const include_reserves = amount('RESERVES', 0) === 1;
const isSerial = amount('PARALLEL', 1) === 0;
const kills =
  amount('KILLS', 0) === 1
    ? ([
        ['solver', 20],
        ['orchestrator', 60],
      ] as const)
    : [];
const LIMIT_S = 4 * 3600;
const PUBLISHED = 'rts-published';

/** Costs published with RTS-GMLC for 2020-07-05 to 18, $: fuel, starts and stops. */
const PLEXOS_USD: Readonly<Record<string, number>> = { on: 27_012_409.11, off: 26_905_934.87 };
const isPublished = start === '2020-07-05' && days === 14;

/**
 * The network without CSP and storage, and with each shutdown priced as a cold start, as in the published runs. The DC
 * line stays.
 */
function asPublished(network: Network): object {
  const { name, base_mva, nominal_frequency_hz, series_start, time_zone, buses, lines, dc_lines } = network;
  const { generators, fuels, loads, reserves = [] } = network;
  const renewables = network.renewables?.filter(({ type }) => type !== 'CSP') ?? [];
  const there = new Set([...generators, ...renewables].map((unit) => unit.name));
  return {
    ...{ name, base_mva, nominal_frequency_hz, series_start, time_zone, buses, lines, dc_lines },
    ...{ fuels, loads, renewables },
    reserves: reserves.map(({ providers, ...product }) => ({
      ...product,
      ...(providers && { providers: providers.filter((provider) => there.has(provider)) }),
    })),
    generators: generators.map((unit) => ({ ...unit, shutdown_cost: coldStartUsd(unit, fuels) })),
  };
}

type Unit = Network['generators'][number];
function coldStartUsd({ startup_fuel = [], fuel, startup_cost }: Unit, fuels: Network['fuels'] = []): number {
  const coldest = startup_fuel.at(-1);
  const { price_usd_per_mmbtu: price = 0 } = fuels.find(({ name }) => name === fuel) ?? {};
  return coldest ? coldest.usd + coldest.mmbtu * Number(price) : meanOf(startup_cost);
}

/** Number of solves repeated at the seams between months, and the size of the run in MongoDB. */
async function storageOf({ stack }: PrivateStack, id: string) {
  const db = databaseOf(stack);
  const jobs = async (execution_id: object | string) =>
    (await db.collection('windows').find({ execution_id }).toArray()).map(({ job_id }): unknown => job_id);
  const [ownJobs, drafted] = [await jobs(id), new Set(await jobs({ $regex: `^${id}/` }))];
  const { dataSize, storageSize } = await db.stats();
  const MB = 2 ** 20;
  return {
    solved: ownJobs.length,
    drafted: drafted.size,
    solved_again: drafted.size > 0 ? ownJobs.filter((job) => !drafted.has(job)).length : 0,
    stored_mb: { data: Math.round(dataSize / MB), on_disk: Math.round(storageSize / MB) },
  };
}

await benchmark(privateStack, async (running, tell) => {
  const { admin } = running;
  const headers = { authorization: `Bearer ${admin.token}`, 'Content-Type': 'application/zip' };
  const body = await zipFolder(folder);
  let counts: unknown;
  const ms = await timed(async () => {
    const path = `${admin.url}/api/networks/import?format=rts-gmlc&network_id=rts-gmlc`;
    const reply = await fetch(path, { method: 'POST', headers, body });
    assert.equal(reply.status, 201);
    ({ counts } = (await reply.json()) as { counts: object });
  });
  tell('imported', { counts, seconds: ms / 1000 });
  const network = (await admin.request<Network>('GET', '/api/networks/rts-gmlc')).body;
  const put = await admin.request('PUT', `/api/networks/${PUBLISHED}`, { body: asPublished(network) });
  assert.ok(put.status < 300, JSON.stringify(put.body));

  for (const lines of BENCH_LINES === undefined ? ['off', 'on'] : [BENCH_LINES]) {
    const id = await startExecution(admin, {
      pcm_model_id: 'pcm-rolling',
      solver: { id: 'highs', mip_gap },
      network_id: PUBLISHED,
      options: { start, days, lines, include_reserves, ...(isSerial && { parallel: false }) },
    });
    const { results, ...times } = await killAmid(running, id, kills, LIMIT_S);
    const usd = results?.total_cost_usd ?? Number.NaN;
    const solved = await daysOf(admin, id);
    tell(`lines ${lines}`, {
      total_cost_usd: usd,
      penalty_usd: results?.totals?.penalty_usd,
      ...(isPublished && { beside_published: usd / (PLEXOS_USD[lines] ?? Number.NaN) - 1 }),
      wall_s: wallS(times),
      solver_s: results?.solve_time_s,
      slowest_day_s: Math.max(...solved.map(({ solve_time_s }) => solve_time_s)),
      not_optimal: solved.filter(({ termination_status }) => termination_status !== 'OPTIMAL').length,
      ...(await storageOf(running, id)),
    });
    const report = await fetch(`${admin.url}/api/model-builder/executions/${id}/report`, { headers });
    const { by_type } = (await report.json()) as { by_type: { group: string; generation_mwh: number }[] };
    const gwh = by_type.map(({ group, generation_mwh }) => [group, generation_mwh / 1000]);
    tell(`lines ${lines}, generation, GWh`, Object.fromEntries(gwh));
  }
});
