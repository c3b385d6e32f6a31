/**
 * `npm run bench -- ceiling`: the largest cases that the service accepts, each in a process of its own: 2,000 units for
 * a week, 6,000 buses with N-1, and a day of ferc if `BENCH_INSTANCES` names it. `BENCH_CAP_S` limits each (600 s);
 * memory is the peak of the process.
 */

import { namedInstances, shortName } from './engine/instance.ts';
import { measureApart } from './engine/measure-apart.ts';
import { amount, benchmark, thisProcess } from './harness/benchmark.ts';

const CAP_S = amount('CAP_S', 600);

await benchmark(thisProcess, async (_, tell) => {
  for (const name of namedInstances(['uc:hard-2000x168', 'scuc:meshed-6000x1000x24-1']))
    tell(shortName(name), measureApart(name, 'engine', { capS: CAP_S, patienceS: CAP_S + 600 }));
});
