/**
 * `npm run bench -- days`: 40 generated days of a system like RTS-GMLC (`test/support/cases/rts-like-day.ts`), each
 * solved by the engine to 0.1 % in a process of its own: CPU of one thread until the gap is proven, s, the share proven
 * within 10, 30 and 100 s, and the worst gap. `BENCH_DAYS=n` takes the first n; `BENCH_CAP_S` limits each.
 */
import { measureApart } from './engine/measure-apart.ts';
import { amount, benchmark, thisProcess } from './harness/benchmark.ts';

const WITHIN_S = [10, 30, 100];
const CAP_S = amount('CAP_S', 100);
const DAYS = amount('DAYS', 40);

interface Day {
  /** CPU until the gap was proven, s; infinite if it was not. */
  readonly cpu_s: number;
  /** Relative gap between cost and bound; infinite without a schedule. */
  readonly gap: number;
}

function solveDay(seed: number): Day {
  const figure = measureApart(`uc:day-${seed}`, 'engine', { capS: CAP_S });
  if ('ended' in figure) throw new Error(`day ${seed} ended with ${figure.ended}`);
  return { cpu_s: figure.marks[0.001] ?? Infinity, gap: figure.gap ?? Infinity };
}

await benchmark(thisProcess, async (_, tell) => {
  const days: Day[] = [];
  for (let seed = 1; seed <= DAYS; seed++) {
    const day = solveDay(seed);
    tell(`day ${seed}`, day);
    days.push(day);
  }
  const logs = days.reduce((sum, { cpu_s }) => sum + Math.log(Math.min(cpu_s, CAP_S)), 0);
  for (const limit of WITHIN_S)
    tell(`proven in ${limit} s of CPU`, {
      days: days.filter(({ cpu_s }) => cpu_s <= limit).length,
      of: DAYS,
    });
  tell('all days', {
    geometric_mean_s: Math.exp(logs / days.length),
    worst_gap: Math.max(...days.map(({ gap }) => gap)),
  });
});
