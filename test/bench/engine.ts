/**
 * `npm run bench -- engine`: CPU of one thread until the cost is proven to 1, 0.5 and 0.1 %, by the engine, by the
 * engine on WebAssembly and by plain HiGHS on the whole model, each instance and strategy in a process of its own,
 * compared with the kept figures; and the gaps that the verifier proves by its own bound. `BENCH_INSTANCES` names
 * instances other than the generated ones (`uc:case.json,pglib:other.json`, see engine/instance.ts); `BENCH_CAP_S`
 * limits each; `BENCH_KEEP=1` keeps the new figures. With `BENCH_AGAINST=COMMIT` it measures the engine of that commit
 * and this one instead, in turns, `BENCH_RUNS` times each (3).
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { compare, geometricMean } from './engine/compare.ts';
import { keep, type Pair, readKept } from './engine/figure.ts';
import { GENERATED, namedInstances, shortName } from './engine/instance.ts';
import { measureApart } from './engine/measure-apart.ts';
import { amount, benchmark, type Tell, thisProcess } from './harness/benchmark.ts';
import { measureInTurns } from './versions/in-turns.ts';
import { buildVersion } from './versions/older-version.ts';

const CAP_S = amount('CAP_S', 60);
/** Load of other processes up to which the machine counts as quiet. */
const QUIET = 0.5;

async function measureStrategies(tell: Tell): Promise<void> {
  let otherLoad = loadavg()[0] ?? 0;
  const figures: Record<string, Pair> = {};
  for (const name of namedInstances(GENERATED)) {
    const by = (strategy: keyof Pair) => {
      const figure = measureApart(name, strategy, { capS: CAP_S });
      tell(`${shortName(name)} ${strategy}`, figure);
      otherLoad = Math.max(otherLoad, (loadavg()[0] ?? 0) - 1);
      return figure;
    };
    figures[shortName(name)] = { engine: by('engine'), wasm: by('wasm'), plain: by('plain') };
  }
  process.stdout.write(`${compare(figures, await readKept()).join('\n')}\n`);
  if (amount('KEEP', 0) === 1)
    await keep(figures, CAP_S, otherLoad > QUIET ? 'loaded machine' : 'quiet machine');
}

async function measureVersions(against: string, tell: Tell): Promise<void> {
  const older = await buildVersion(against);
  const folder = await mkdtemp(join(tmpdir(), 'grid-versions-'));
  try {
    const turns = { names: namedInstances(GENERATED), runs: amount('RUNS', 3), capS: CAP_S, folder };
    const ratios = (await measureInTurns(older.dist, turns, tell)).map(
      (value) => ({ value, is: 'exact' }) as const,
    );
    tell('current / older', {
      commit: older.commit,
      cases: ratios.length,
      geometric_mean: geometricMean(ratios)?.value,
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
    await older.remove();
  }
}

await benchmark(thisProcess, async (_, tell) => {
  const against = process.env['BENCH_AGAINST'];
  await (against ? measureVersions(against, tell) : measureStrategies(tell));
});
