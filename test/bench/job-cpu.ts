/**
 * `npm run bench -- job-cpu`: CPU of the solver service for a job over HTTP, and of the engine alone, s, by case: in turns, so
 * that a slow minute affects both. `BENCH_INSTANCES` names the cases (see engine/instance.ts), `BENCH_RUNS` the number of turns.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { DEFAULT_MIP_GAP } from '../../temporal/solvers.ts';
import { spread } from '../support/load.ts';
import { runningStack } from '../support/stack/running-stack.ts';
import { namedInstances, readInstance } from './engine/instance.ts';
import { runEngine } from './engine/run-engine.ts';
import { amount, benchmark } from './harness/benchmark.ts';
import { cpuPer, cpuTimes, type Processes } from './harness/processes.ts';

const RUNS = amount('RUNS', 3);
const LIMIT_S = 120;
/** Time in which the processes of a solve end, ms. */
const SETTLE_MS = 1500;

/** CPU of the processes called `solver` while `work` runs, s. */
async function cpuOf(processes: Processes, work: () => Promise<unknown>): Promise<number> {
  const before = await cpuTimes(processes);
  await work();
  await delay(SETTLE_MS);
  return (cpuPer(1, before, await cpuTimes(processes))['solver'] ?? Number.NaN) / 1000;
}

await benchmark(runningStack, async ({ admin, stack }, tell) => {
  const thisProcess = { processes: { solver: { pid: process.pid } } };
  for (const name of namedInstances(['uc:day-1', 'uc:day-2', 'uc:day-4', 'uc:hard-100x24'])) {
    const { jobType, payload } = await readInstance(name);
    const request = { jobType, payload, timeLimitS: LIMIT_S, mipGap: DEFAULT_MIP_GAP };
    const ratios: number[] = [];
    for (let i = 0; i < RUNS; i++) {
      const alone = await cpuOf(thisProcess, () => runEngine(request));
      const http = await cpuOf(stack, async () =>
        admin.wait(await admin.submit(jobType, payload, { timeout: LIMIT_S }), undefined, LIMIT_S),
      );
      ratios.push(http / alone);
      tell(`${name}: alone`, alone);
      tell(`${name}: over HTTP`, http);
    }
    tell(`${name}: ratio`, spread(ratios).median);
  }
});
