/**
 * `npm run bench -- limits`: 30 large generated cases, with and without a network, with limits of 2, 5 and 10 s in turn:
 * how many have a schedule and a bound, how long after the limit they end, and how far schedule and bound are apart.
 * `BENCH_INSTANCES` names others (see engine/instance.ts).
 */
import { type BenchInstance, namedInstances, readInstance } from './engine/instance.ts';
import { runEngine } from './engine/run-engine.ts';
import { benchmark, thisProcess } from './harness/benchmark.ts';

const LIMITS_S = [2, 5, 10] as const;

/** UNITSxHOURS, BUSESxUNITSxHOURS-SEED with flow limits, and those with the loss of any line as well. */
const PLAIN = ['500x24', '500x48', '500x168', '800x24', '800x72', '800x168']
  .concat(['1000x24', '1000x48', '1000x168', '1500x24', '2000x24', '2000x48'])
  .map((size) => `uc:hard-${size}`);
const NETWORKS = ['500x500x24-1', '500x800x48-2', '800x500x24-3', '1000x500x24-4', '1000x1000x24-5']
  .concat(['1500x600x48-6', '2000x800x24-7', '2500x1000x24-8', '3000x1000x24-9'])
  .map((size) => `scuc:unlost-${size}`);
const SECURE = ['500x500x24-11', '500x800x24-12', '600x500x48-13', '800x500x24-14', '1000x600x24-15']
  .concat(['1200x500x24-16', '1500x600x24-17', '2000x800x24-18', '3000x1000x24-19'])
  .map((size) => `scuc:meshed-${size}`);

interface Figure {
  readonly status: string;
  readonly overrun_s: number;
  readonly gap?: number | null | undefined;
  readonly independent_gap?: number | null | undefined;
  readonly bound: boolean;
  readonly verified: boolean;
}

async function solve({ jobType, payload }: BenchInstance, timeLimitS: number): Promise<Figure> {
  const begin = performance.now();
  const found = await runEngine({ jobType, payload, timeLimitS, mipGap: 0.001 }).catch(
    (error: Error) => error,
  );
  const overrun_s = (performance.now() - begin) / 1000 - timeLimitS;
  if (found instanceof Error)
    return { status: found.message.slice(0, 60), overrun_s, bound: false, verified: false };
  const { termination_status: status, mip_gap: gap, lower_bound_usd, certificate } = found;
  const { verified = false, independent_gap } = certificate ?? {};
  return { status, overrun_s, gap, independent_gap, bound: lower_bound_usd !== null, verified };
}

await benchmark(thisProcess, async (_, tell) => {
  const all: Figure[] = [];
  for (const [k, name] of namedInstances([...PLAIN, ...NETWORKS, ...SECURE]).entries()) {
    const limit_s = LIMITS_S[k % LIMITS_S.length] ?? 2;
    const figure = await solve(await readInstance(name), limit_s);
    tell(name, { limit_s, ...figure });
    all.push(figure);
  }
  tell('all', {
    cases: all.length,
    verified: all.filter(({ verified }) => verified).length,
    with_bound: all.filter(({ bound }) => bound).length,
    worst_overrun_s: Math.max(...all.map(({ overrun_s }) => overrun_s)),
    worst_gap: Math.max(...all.map(({ gap }) => gap ?? 0)),
  });
});
