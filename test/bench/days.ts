/**
 * `npm run bench -- days`: 40 generated days of a system like RTS-GMLC (`test/support/cases/rts-like-day.ts`), each solved
 * by the engine to 0.1 % in a process of its own: CPU of one thread until that is proven, s, the share proven within 10, 30
 * and 100 s, and the worst gap. `BENCH_DAYS=n` takes the first n; `BENCH_CAP_S` limits each.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Measured } from './engine/figure.ts';
import { measure } from './engine/measure.ts';
import { writeFigures } from './figures.ts';

const CLOSED = 0.001;
const WITHIN_S = [10, 30, 100];
const CAP_S = Number(process.env['BENCH_CAP_S'] ?? 100);
const DAYS = Number(process.env['BENCH_DAYS'] ?? 40);

interface Day {
  readonly seed: number;
  /** Absent = it was not proven in time. */
  readonly cpu_s?: number | undefined;
  /** Null = no schedule; what could still be saved, relative. */
  readonly gap: number | null;
}

function solveDay(seed: number): Day {
  const { stdout, status, signal } = spawnSync(
    process.execPath,
    [fileURLToPath(import.meta.url), `${seed}`],
    {
      encoding: 'utf8',
      timeout: (CAP_S + 60) * 1000,
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  if (status !== 0) throw new Error(`day ${seed} ended with ${signal ?? status}`);
  const { marks, gap } = JSON.parse(stdout) as Measured;
  return { seed, cpu_s: marks[CLOSED], gap };
}

function report(days: readonly Day[]): void {
  const times = days.map(({ cpu_s = CAP_S }) => cpu_s);
  const mean = Math.exp(times.reduce((sum, s) => sum + Math.log(s), 0) / days.length);
  const shares = WITHIN_S.map((limit) => {
    const closed = days.filter(({ cpu_s }) => cpu_s !== undefined && cpu_s <= limit).length;
    return `${closed} of ${days.length} in ${limit} s`;
  });
  const worst = Math.max(...days.map(({ gap }) => gap ?? Infinity));
  const slow = days.filter(({ cpu_s = Infinity }) => cpu_s > (WITHIN_S[0] ?? 0));
  const named = slow.map(
    ({ seed, cpu_s, gap }) => `${seed} (${cpu_s?.toFixed(1) ?? `${percent(gap)} open`})`,
  );
  process.stdout.write(`proven to 0.1 %: ${shares.join(', ')}; geometric mean ${mean.toFixed(1)} s of CPU\n`);
  process.stdout.write(
    `worst gap ${percent(worst)}; days above ${WITHIN_S[0]} s: ${named.join(', ') || 'none'}\n`,
  );
}

const percent = (gap: number | null): string => (gap === null ? 'all' : `${(100 * gap).toFixed(3)} %`);

async function run(): Promise<void> {
  const days: Day[] = [];
  for (let seed = 1; seed <= DAYS; seed++) {
    const day = solveDay(seed);
    days.push(day);
    process.stdout.write(`day ${seed}: ${day.cpu_s?.toFixed(1) ?? '-'} s, gap ${percent(day.gap)}\n`);
  }
  report(days);
  await writeFigures(days);
}

const [, , seed] = process.argv;
if (!seed) await run();
else process.stdout.write(JSON.stringify(await measure(`uc:day-${seed}`, 'engine', CAP_S)));
