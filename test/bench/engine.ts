/**
 * `npm run bench -- engine`: CPU of one thread until the cost is proven to 1, 0.5 and 0.1 %, by the engine, by the
 * engine on WebAssembly and by HiGHS given the whole model as it is, each instance and strategy in a process of its own, beside the figures that were
 * kept, and the gaps that the verifier proves by its own bound. `BENCH_INSTANCES` names other instances than the
 * generated ones (`uc:case.json,pglib:other.json`, see engine/instance.ts); `BENCH_CAP_S` limits each; `BENCH_KEEP=1`
 * keeps the new figures.
 */
import { spawnSync } from 'node:child_process';
import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { compare } from './engine/compare.ts';
import { type Figure, keep, type Pair, readKept } from './engine/figure.ts';
import { GENERATED, shortName } from './engine/instance.ts';
import { measure } from './engine/measure.ts';
import { writeFigures } from './figures.ts';

const CAP_S = Number(process.env['BENCH_CAP_S'] ?? 60);
/** Processes that wait for a core beside the one that is measured. */
const QUIET = 0.5;

function inProcess(name: string, strategy: keyof Pair): Figure {
  const args = [fileURLToPath(import.meta.url), name, strategy];
  const { stdout, status, signal } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    timeout: (CAP_S + 60) * 1000,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...(strategy === 'wasm' && { HIGHS: 'wasm' }) },
  });
  return status === 0 ? JSON.parse(stdout) : { ended: signal ?? status };
}

async function run(): Promise<void> {
  const figures: Record<string, Pair> = {};
  let otherLoad = loadavg()[0] ?? 0;
  const show = (name: string, strategy: keyof Pair): Figure => {
    const figure = inProcess(name, strategy);
    process.stdout.write(`${shortName(name)} ${strategy} ${JSON.stringify(figure)}\n`);
    otherLoad = Math.max(otherLoad, (loadavg()[0] ?? 0) - 1);
    return figure;
  };
  for (const name of process.env['BENCH_INSTANCES']?.split(',') ?? GENERATED) {
    figures[shortName(name)] = {
      engine: show(name, 'engine'),
      wasm: show(name, 'wasm'),
      plain: show(name, 'plain'),
    };
  }
  for (const line of compare(figures, await readKept())) process.stdout.write(`${line}\n`);
  if (process.env['BENCH_KEEP'] === '1') {
    await keep(figures, CAP_S, otherLoad > QUIET ? 'loaded machine' : 'quiet machine');
  }
  await writeFigures(figures);
}

const [, , instance, strategy] = process.argv;
if (!instance) await run();
else {
  const figure = await measure(instance, strategy as keyof Pair, CAP_S);
  process.stdout.write(JSON.stringify(figure));
}
