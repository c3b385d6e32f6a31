/**
 * `npm run bench -- limits`: 30 large generated cases, with and without a network, with limits of 2, 5 and 10 s in turn:
 * how many have a schedule and a bound, how long after the limit they end, and how far schedule and bound are apart.
 * `BENCH_INSTANCES` names others (see engine/instance.ts).
 */
import { createEngine } from '../../activities/engine/run/create-engine.ts';
import { type BenchInstance, readInstance } from './engine/instance.ts';
import { writeFigures } from './figures.ts';

const LIMITS_S = [2, 5, 10] as const;
const MEMORY_MB = 4096;

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
  readonly limit_s: number;
  readonly wall_s: number;
  readonly status: string;
  readonly gap: number | null;
  readonly independent_gap: number | null;
  readonly hasBound: boolean;
  readonly verified: boolean;
}

const runEngine = createEngine({ memoryMb: MEMORY_MB });

async function solve({ jobType, payload }: BenchInstance, limitS: number): Promise<Figure> {
  const watch = {
    signal: new AbortController().signal,
    onProgress: () => undefined,
    onIncumbent: () => undefined,
  };
  const begin = performance.now();
  const wallS = (): number => (performance.now() - begin) / 1000;
  const failed = (error: unknown): Figure => ({
    limit_s: limitS,
    wall_s: wallS(),
    status: error instanceof Error ? error.message.slice(0, 60) : 'failed',
    gap: null,
    independent_gap: null,
    hasBound: false,
    verified: false,
  });
  const request = { jobType, payload, solver: 'highs', timeLimitS: limitS, mipGap: 0.001 } as const;
  try {
    const result = await runEngine(request, watch);
    return {
      limit_s: limitS,
      wall_s: wallS(),
      status: result.termination_status,
      gap: result.mip_gap,
      independent_gap: result.certificate?.independent_gap ?? null,
      hasBound: result.lower_bound_usd !== null,
      verified: result.certificate?.verified === true,
    };
  } catch (error) {
    return failed(error);
  }
}

const share = (figures: readonly Figure[], of: (figure: Figure) => boolean): string =>
  `${figures.filter(of).length} of ${figures.length}`;
const percent = (gap: number | null): string => (gap === null ? '-' : `${(100 * gap).toFixed(2)} %`);

const figures: Record<string, Figure> = {};
const names = process.env['BENCH_INSTANCES']?.split(',') ?? [...PLAIN, ...NETWORKS, ...SECURE];
for (const [k, name] of names.entries()) {
  const figure = await solve(await readInstance(name), LIMITS_S[k % LIMITS_S.length] ?? 2);
  figures[name] = figure;
  const { limit_s, wall_s, status, gap, independent_gap } = figure;
  process.stdout.write(
    `${name.padEnd(28)} ${String(limit_s).padStart(3)} s  ended ${wall_s.toFixed(1).padStart(5)} s  ${status.padEnd(10)}` +
      ` gap ${percent(gap).padStart(8)}  independent ${percent(independent_gap).padStart(8)}\n`,
  );
}
const all = Object.values(figures);
const most = (of: (figure: Figure) => number): number => Math.max(...all.map(of));
process.stdout.write(
  `schedule, verified ${share(all, ({ verified }) => verified)}; bound ${share(all, ({ hasBound }) => hasBound)}; ` +
    `worst overrun ${most(({ wall_s, limit_s }) => wall_s - limit_s).toFixed(1)} s; ` +
    `worst gap ${percent(most(({ gap }) => gap ?? 0))}\n`,
);
await writeFigures(figures);
process.exit(0);
