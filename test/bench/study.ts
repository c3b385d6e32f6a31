/**
 * `npm run bench -- study`: RTS-GMLC, whose folder `BENCH_RTS` names, imported over HTTP and, without its CSP and storage as published, run for `BENCH_DAYS` (14) from
 * `BENCH_START` (2020-07-05) on, with lines and without them, on a stack of its own: what it costs, by type of unit, beside what
 * PLEXOS published for this fortnight, and the time that it takes. `BENCH_RESERVES=1` holds its reserve products,
 * `BENCH_GAP` is the gap of each day (0.001), `BENCH_LINES=off` leaves out the run with lines, and `on` the other one.
 * `BENCH_PARALLEL=0` solves day after day what is long, `BENCH_KILLS=1` kills the solver at 20 % and the orchestrator at 60 %.
 */
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connectMongo } from '../../mongo/connect.ts';
import type { Network } from '../../temporal/case/messages/network-record.ts';
import { daysOf, startExecution, untilExecution } from '../support/callers/run-execution.ts';
import { zipOf } from '../support/callers/zip.ts';
import { privateStack, untilReady } from '../support/stack/private-stack.ts';
import { writeFigures } from './figures.ts';

const folder = process.env['BENCH_RTS'];
assert.ok(folder, 'BENCH_RTS should name the folder with SourceData and timeseries_data_files');
const days = Number(process.env['BENCH_DAYS'] ?? 14);
const start = process.env['BENCH_START'] ?? '2020-07-05';
const mip_gap = Number(process.env['BENCH_GAP'] ?? 0.001);
const include_reserves = process.env['BENCH_RESERVES'] === '1';
const lines =
  process.env['BENCH_LINES'] === undefined ? (['off', 'on'] as const) : [process.env['BENCH_LINES']];
const serial = process.env['BENCH_PARALLEL'] === '0';
const kills =
  process.env['BENCH_KILLS'] === '1'
    ? ([
        ['solver', 20],
        ['orchestrator', 60],
      ] as const)
    : [];
const LIMIT_S = 4 * 3600;
const isPublished = start === '2020-07-05' && days === 14;
const PUBLISHED = 'rts-published';

type Unit = Network['generators'][number];

/** Published with RTS-GMLC for 2020-07-05 to 18: $ of fuel, starts and stops. */
const PLEXOS_USD: Readonly<Record<string, number>> = { on: 27_012_409.11, off: 26_905_934.87 };

async function zipFolder(): Promise<Buffer> {
  const paths = await readdir(folder ?? '', { recursive: true });
  const tables = paths.filter((path) => path.endsWith('.csv'));
  const contents = await Promise.all(tables.map((path) => readFile(join(folder ?? '', path))));
  return zipOf(Object.fromEntries(tables.map((path, k) => [path, contents[k] ?? ''])));
}

const running = await privateStack();
const { admin } = running;

async function importNetwork() {
  const body = await zipFolder();
  const begun = performance.now();
  const reply = await fetch(`${admin.url}/api/networks/import?format=rts-gmlc&network_id=rts-gmlc`, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin.token}`, 'Content-Type': 'application/zip' },
    body,
  });
  const { counts } = (await reply.json()) as { counts: object };
  assert.equal(reply.status, 201);
  const seconds = (performance.now() - begun) / 1000;
  await storePublished();
  return { counts, seconds };
}

/**
 * What the published runs have: no CSP, no storage, and a stop costs what a cold start does. The DC line stays.
 */
async function storePublished(): Promise<void> {
  const read = await admin.request<Network>('GET', '/api/networks/rts-gmlc');
  const { name, base_mva, nominal_frequency_hz, series_start, time_zone, buses, lines, dc_lines } = read.body;
  const { generators, fuels, loads, reserves = [] } = read.body;
  const renewables = read.body.renewables?.filter(({ type }) => type !== 'CSP') ?? [];
  const there = new Set([...generators, ...renewables].map((unit) => unit.name));
  const body = {
    ...{ name, base_mva, nominal_frequency_hz, series_start, time_zone, buses, lines, dc_lines },
    ...{ fuels, loads, renewables },
    reserves: reserves.map(({ providers, ...product }) => ({
      ...product,
      ...(providers && { providers: providers.filter((provider) => there.has(provider)) }),
    })),
    generators: generators.map((unit) => ({ ...unit, shutdown_cost: coldStartUsd(unit, fuels) })),
  };
  const stored = await admin.request('PUT', `/api/networks/${PUBLISHED}`, { body });
  assert.ok(stored.status < 300, JSON.stringify(stored.body));
}

function coldStartUsd({ startup_fuel = [], fuel, startup_cost }: Unit, fuels: Network['fuels'] = []): number {
  const coldest = startup_fuel.at(-1);
  const { price_usd_per_mmbtu: price = 0 } = fuels.find(({ name }) => name === fuel) ?? {};
  return coldest ? coldest.usd + coldest.mmbtu * Number(price) : startup_cost;
}

async function run(lines: string) {
  const id = await startExecution(admin, {
    pcm_model_id: 'pcm-rolling',
    solver: { id: 'highs', mip_gap },
    network_id: PUBLISHED,
    options: { start, days, lines, include_reserves, ...(serial && { parallel: false }) },
  });
  for (const [victim, percent] of kills) {
    await untilExecution(admin, id, ({ progress }) => progress >= percent, LIMIT_S);
    running.kill(victim);
    await untilReady(running);
  }
  const { results, started_at, finished_at } = await untilExecution(admin, id, undefined, LIMIT_S);
  const report = await fetch(`${admin.url}/api/model-builder/executions/${id}/report`, {
    headers: { authorization: `Bearer ${admin.token}` },
  });
  const solved = await daysOf(admin, id);
  const usd = results?.total_cost_usd ?? Number.NaN;
  return {
    total_cost_usd: usd,
    penalty_usd: results?.totals?.penalty_usd,
    ...(isPublished && { beside_published: usd / (PLEXOS_USD[lines] ?? Number.NaN) - 1 }),
    wall_s: (Date.parse(finished_at ?? '') - Date.parse(started_at ?? '')) / 1000,
    solver_s: results?.solve_time_s,
    slowest_day_s: Math.max(...solved.map(({ solve_time_s }) => solve_time_s)),
    not_optimal: solved.filter(({ termination_status }) => termination_status !== 'OPTIMAL').length,
    ...(await kept(id)),
    generation_gwh: await generationGwh(report),
  };
}

/** Solves that a run of months made again where they meet, and what it takes in MongoDB. */
async function kept(id: string) {
  const { db, close } = connectMongo({
    MONGODB_URI: running.stack.mongodb_uri,
    MONGODB_DATABASE: 'grid_optimization',
  });
  const jobs = async (execution_id: object | string) =>
    (await db.collection('windows').find({ execution_id }).toArray()).map(({ job_id }): unknown => job_id);
  const [own, drafted] = [await jobs(id), new Set(await jobs({ $regex: `^${id}/` }))];
  const { dataSize, storageSize } = await db.stats();
  await close();
  const MB = 2 ** 20;
  return {
    solved: own.length,
    drafted: drafted.size,
    solved_again: drafted.size > 0 ? own.filter((job) => !drafted.has(job)).length : 0,
    stored_mb: { data: Math.round(dataSize / MB), on_disk: Math.round(storageSize / MB) },
  };
}

async function generationGwh(report: Response): Promise<Record<string, number>> {
  const { by_type } = (await report.json()) as {
    by_type: readonly { group: string; generation_mwh: number }[];
  };
  return Object.fromEntries(by_type.map(({ group, generation_mwh }) => [group, generation_mwh / 1000]));
}

try {
  const imported = await importNetwork();
  process.stdout.write(`${JSON.stringify(imported)}\n`);
  const figures: Record<string, unknown> = { imported };
  for (const which of lines) figures[which] = await run(which);
  process.stdout.write(`${JSON.stringify(figures, null, 1)}\n`);
  await writeFigures(figures);
} finally {
  await running.stop();
}
process.exit(0);
