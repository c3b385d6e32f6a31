/**
 * `npm run bench -- ceiling`: the largest cases that the service takes, each in a process of its own: 2,000 units for a
 * week, 6,000 buses with the loss of any line, and a day of ferc where `BENCH_INSTANCES` names it. `BENCH_CAP_S` limits
 * each, 600 s unless told; memory is the peak of the process.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { shortName } from './engine/instance.ts';
import { measure } from './engine/measure.ts';
import { writeFigures } from './figures.ts';

const CAP_S = Number(process.env['BENCH_CAP_S'] ?? 600);
const CASES = ['uc:hard-2000x168', 'scuc:meshed-6000x1000x24-1'];

function run(): Record<string, unknown> {
  const figures: Record<string, unknown> = {};
  for (const name of process.env['BENCH_INSTANCES']?.split(',') ?? CASES) {
    const { stdout, status, signal } = spawnSync(process.execPath, [fileURLToPath(import.meta.url), name], {
      encoding: 'utf8',
      timeout: (2 * CAP_S + 600) * 1000,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const figure: unknown = status === 0 ? JSON.parse(stdout) : { ended: signal ?? status };
    figures[shortName(name)] = figure;
    process.stdout.write(`${shortName(name)} ${JSON.stringify(figure)}\n`);
  }
  return figures;
}

const [, , instance] = process.argv;
if (!instance) await writeFigures(run());
else process.stdout.write(JSON.stringify(await measure(instance, 'engine', CAP_S)));
