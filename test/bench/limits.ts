/**
 * `npm run bench -- limits`: 40 generated cases, 30 of them large, with and without a network, each with limits of 1,
 * 2, 3, 5 and 8 s: number of schedules and bounds, overrun of the limit, gap between schedule and bound, and
 * regressions under a longer limit. `BENCH_INSTANCES` names others (see engine/instance.ts).
 */
import { type BenchInstance, namedInstances, readInstance } from './engine/instance.ts';
import { runEngine } from './engine/run-engine.ts';
import { benchmark, thisProcess } from './harness/benchmark.ts';

const LIMITS_S = [1, 2, 3, 5, 8] as const;

/** Sizes: UNITSxHOURS; BUSESxUNITSxHOURS-SEED with flow limits, and those with N-1 as well. */
const PLAIN = ['500x24', '500x48', '500x168', '800x24', '800x72', '800x168']
  .concat(['1000x24', '1000x48', '1000x168', '1500x24', '2000x24', '2000x48'])
  .map((size) => `uc:hard-${size}`);
const NETWORKS = ['500x500x24-1', '500x800x48-2', '800x500x24-3', '1000x500x24-4', '1000x1000x24-5']
  .concat(['1500x600x48-6', '2000x800x24-7', '2500x1000x24-8', '3000x1000x24-9'])
  .map((size) => `scuc:unlost-${size}`);
const SECURE = ['500x500x24-11', '500x800x24-12', '600x500x48-13', '800x500x24-14', '1000x600x24-15']
  .concat(['1200x500x24-16', '1500x600x24-17', '2000x800x24-18', '3000x1000x24-19'])
  .map((size) => `scuc:meshed-${size}`);
/** Small and medium cases with N-1, whose hours are tight. */
const TIGHT = ['24x16x24-1', '24x16x24-7', '24x16x24-8', '57x40x24-21', '57x40x48-22', '118x60x24-23']
  .concat(['118x60x48-24', '200x100x24-25', '300x150x24-26', '300x200x24-27'])
  .map((size) => `scuc:meshed-${size}`);

interface Figure {
  readonly status: string;
  readonly overrun_s: number;
  readonly cost?: number | null | undefined;
  readonly gap?: number | null | undefined;
  readonly independent_gap?: number | null | undefined;
  readonly bound: boolean;
  readonly verified: boolean;
  readonly prices?: 'proven' | 'approximate' | 'none';
}

async function solve({ jobType, payload }: BenchInstance, timeLimitS: number): Promise<Figure> {
  const begin = performance.now();
  const result = await runEngine({ jobType, payload, timeLimitS, mipGap: 0.001 }).catch(
    (error: Error) => error,
  );
  const overrun_s = (performance.now() - begin) / 1000 - timeLimitS;
  if (result instanceof Error)
    return { status: result.message.slice(0, 60), overrun_s, bound: false, verified: false };
  const {
    termination_status: status,
    objective_value: cost,
    mip_gap: gap,
    lower_bound_usd,
    certificate,
  } = result;
  const { verified = false, independent_gap } = certificate ?? {};
  const prices = Object.keys(result.lmp).length === 0 ? 'none' : (result.prices ?? 'proven');
  return { status, overrun_s, cost, gap, independent_gap, bound: lower_bound_usd !== null, verified, prices };
}

/**
 * Regressions under a longer time limit: no schedule, no prices, or a cost that is higher by more than the earlier gap.
 */
function lessThan(earlier: readonly Figure[], { status, cost, prices }: Figure): string[] {
  const withSchedule = earlier.filter((figure) => figure.cost != null);
  if (cost == null)
    return withSchedule.length > 0 && status !== 'INFEASIBLE' ? [`${status} after a schedule`] : [];
  const dearer = withSchedule.some(
    (best) => cost > (best.cost ?? 0) + (best.gap ?? 1) * Math.abs(best.cost ?? 0),
  );
  return [...(dearer ? ['dearer'] : []), ...(prices === 'none' ? ['no prices'] : [])];
}

await benchmark(thisProcess, async (_, tell) => {
  const all: Figure[] = [];
  const violations: string[] = [];
  for (const name of namedInstances([...PLAIN, ...NETWORKS, ...SECURE, ...TIGHT])) {
    const instance = await readInstance(name);
    const earlier: Figure[] = [];
    for (const limit_s of LIMITS_S) {
      const figure = await solve(instance, limit_s);
      const less = lessThan(earlier, figure);
      tell(`${name} ${limit_s} s`, { limit_s, ...figure, less });
      violations.push(...less.map((what) => `${name} ${limit_s} s: ${what}`));
      earlier.push(figure);
    }
    all.push(...earlier);
  }
  tell('all', {
    solves: all.length,
    verified: all.filter(({ verified }) => verified).length,
    with_bound: all.filter(({ bound }) => bound).length,
    worst_overrun_s: Math.max(...all.map(({ overrun_s }) => overrun_s)),
    worst_gap: Math.max(...all.map(({ gap }) => gap ?? 0)),
    violations,
  });
});
