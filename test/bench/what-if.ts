/**
 * `npm run bench -- what-if`: seconds until the solver service's first answer to a what-if, compared with a full solve
 * of the changed case, and the width of its interval. Loads of single buses, a Pmax, a rating, and the load of some
 * hours change in turn. `BENCH_INSTANCES` names other cases (`engine/instance.ts`), `BENCH_CHANGES` the number of
 * changes per case.
 */
import { existsSync } from 'node:fs';
import type { EngineWatch } from '../../activities/engine/base/engine.ts';
import { createEngine } from '../../activities/engine/processes/create-engine.ts';
import { costInterval } from '../../activities/engine/run/cost-interval.ts';
import { warmUp } from '../../activities/engine/run/warm-up.ts';
import { changedPayload } from '../../api/solve/what-if-changes.ts';
import type { WhatIfChange } from '../../temporal/case/messages/what-if.ts';
import type { SolvePayload } from '../../temporal/case/schema.ts';
import { namedInstances, readInstance, shortName } from './engine/instance.ts';
import { amount, benchmark, thisProcess } from './harness/benchmark.ts';

const DATA = new URL('../../../../shared/data/', import.meta.url).pathname;
/** Files beside the repository, measured if they are present. */
const FILES = [
  `scuc:${DATA}service-uc/case118-rated-scuc.json`,
  `ucjl:${DATA}unitcommitment-jl/case1354pegase-2017-02-01.json.gz`,
].filter((name) => existsSync(name.slice(name.indexOf(':') + 1)));
const USUAL = ['uc:hard-20x24', 'uc:hard-50x24', 'uc:hard-100x24', ...FILES];

const MEMORY_MB = 4000;
const LIMIT_S = 120;
const MIP_GAP = 1e-3;
const MAX_HOURS = 8760;

const WATCH: EngineWatch = {
  signal: new AbortController().signal,
  onProgress: () => undefined,
  onIncumbent: () => undefined,
};

/** The k-th change of a case. */
function changeOf(
  { generators, loads, horizon, transmission_lines: lines = [] }: SolvePayload,
  k: number,
): WhatIfChange {
  const factor = 1 + 0.01 * ((k % 7) - 3 || 4);
  const line = lines[k % Math.max(1, lines.length)];
  if (k % 4 === 0) return { load: '*', factor, hours: [horizon - 6, horizon - 5, horizon - 4] };
  if (k % 4 === 1) return { unit: generators[k % generators.length]?.name ?? '', factor: 1.05 };
  if (k % 4 === 2 && line?.rating_mw) return { line: line.id, factor: 0.98 };
  return { load: String(loads[k % loads.length]?.bus ?? '*'), factor };
}

const quantile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(share * values.length))] ??
  Number.NaN;

async function timed<T>(work: () => Promise<T>): Promise<{ readonly s: number; readonly found: T }> {
  const began = performance.now();
  const value = await work();
  return { s: (performance.now() - began) / 1000, found: value };
}

await benchmark(thisProcess, async (_, tell) => {
  const engine = createEngine({ memoryMb: MEMORY_MB });
  await warmUp(engine);
  const changes = amount('CHANGES', 20);
  for (const name of namedInstances(USUAL)) {
    const { jobType, payload } = await readInstance(name);
    const solve = (casePayload: SolvePayload) =>
      engine({ jobType, payload: casePayload, solver: 'highs', timeLimitS: LIMIT_S, mipGap: MIP_GAP }, WATCH);
    const { found: parent } = await timed(() => solve(payload));
    const { commitment, multipliers } = parent;
    const first: number[] = [];
    const width: number[] = [];
    let full = Number.NaN;
    for (let k = 0; k < changes; k++) {
      const changedCase = await changedPayload(payload, [changeOf(payload, k)], MAX_HOURS);
      const changed = { payload: changedCase, commitment, multipliers };
      const { s, found: interval } = await timed(() => costInterval(engine, jobType, changed, WATCH));
      first.push(s);
      const { lower_usd: lower, upper_usd: upper } = interval;
      width.push(lower === null || upper === null ? Infinity : (100 * (upper - lower)) / Math.abs(upper));
      if (k === 0) full = (await timed(() => solve(changedCase))).s;
    }
    tell(shortName(name), {
      first_p50_s: quantile(first, 0.5),
      first_p95_s: quantile(first, 0.95),
      full_solve_s: full,
      width_p50_percent: quantile(width, 0.5),
      width_p95_percent: quantile(width, 0.95),
      open: width.filter((each) => each === Infinity).length,
    });
  }
});
