/**
 * `npm run bench -- curves`: the gap over time of six cases that take a while: seconds to the first schedule and to the
 * end, and the gap in per cent after 1, 2, 5, 10, 20, 50, 100 s (- = no schedule). `BENCH_INSTANCES` names others,
 * `BENCH_CAP_S` limits each.
 */
import { createEngine } from '../../activities/engine/processes/create-engine.ts';
import { hardCase } from '../support/cases/hard-case.ts';
import { type BenchInstance, namedInstances, readInstance, shortName } from './engine/instance.ts';
import { amount, benchmark, thisProcess } from './harness/benchmark.ts';

const CASES = ['uc:hard-100x24', 'uc:day-5', 'scuc:meshed-24x16x24-1', 'scuc:meshed-300x200x24-27'].concat([
  'uc:hard-2000x168',
  'scuc:meshed-6000x1000x24-1',
]);
const AFTER_S = [1, 2, 5, 10, 20, 50, 100];
const CAP_S = amount('CAP_S', 120);
const MEMORY_MB = 4096;

const engine = createEngine({ memoryMb: MEMORY_MB });

async function follow({ jobType, payload }: BenchInstance) {
  const request = { solver: 'highs', timeLimitS: CAP_S, mipGap: 0.001 } as const;
  const signal = new AbortController().signal;
  const quiet = { signal, onProgress: () => undefined, onIncumbent: () => undefined };
  // Warms up the process, as a solver does at its start.
  await engine({ ...request, jobType: 'uc', payload: hardCase(10, 24) }, quiet);
  const begin = performance.now();
  const elapsed = (): number => (performance.now() - begin) / 1000;
  const readings: { readonly s: number; readonly gap: number }[] = [];
  const see = (gap: number | null | undefined): void => {
    if (gap != null) readings.push({ s: elapsed(), gap });
  };
  const watch = { ...quiet, onProgress: ({ mip_gap }: { mip_gap: number | null }) => see(mip_gap) };
  const result = await engine({ ...request, jobType, payload }, watch);
  see(result.mip_gap);
  const end_s = elapsed();
  const gapAfter = (s: number): number | string => {
    const gapsSoFar = readings.filter((one) => one.s <= s).map(({ gap }) => gap);
    return gapsSoFar.length > 0 ? 100 * Math.min(...gapsSoFar) : '-';
  };
  const gaps = AFTER_S.filter((s) => s < end_s).map((s) => [`${s} s`, gapAfter(s)]);
  return { first_s: readings[0]?.s ?? '-', end_s, end_gap: gapAfter(Infinity), ...Object.fromEntries(gaps) };
}

await benchmark(thisProcess, async (_, tell) => {
  for (const name of namedInstances(CASES)) tell(shortName(name), await follow(await readInstance(name)));
});
