/**
 * `npm run bench -- engine`: CPU of one thread until the cost is proven to 1, 0.5 and 0.1 %, by the engine, by the
 * engine on WebAssembly and by HiGHS given the whole model as it is, each instance and strategy in a process of its own,
 * beside the figures that were kept, and the gaps that the verifier proves by its own bound. `BENCH_INSTANCES` names other
 * instances than the generated ones (`uc:case.json,pglib:other.json`, see engine/instance.ts); `BENCH_CAP_S` limits each;
 * `BENCH_KEEP=1` keeps the new figures.
 */
import { loadavg } from 'node:os';
import { compare } from './engine/compare.ts';
import { keep, type Pair, readKept } from './engine/figure.ts';
import { GENERATED, namedInstances, shortName } from './engine/instance.ts';
import { measureApart } from './engine/measure-apart.ts';
import { amount, benchmark, thisProcess } from './harness/benchmark.ts';

const CAP_S = amount('CAP_S', 60);
/** Processes that wait for a core beside the one that is measured. */
const QUIET = 0.5;

await benchmark(thisProcess, async (_, tell) => {
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
});
