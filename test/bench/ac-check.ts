/**
 * `npm run bench -- ac-check`: AC power flows of a day of 24 hours over a made-up network of 59 x 32 = 1,888 buses, in this
 * process: CPU of the whole check from payload to reply, s, with reactive limits and without.
 */
import { acCheck } from '../../activities/power-flow/ac-check.ts';
import { acGrid } from '../support/cases/ac-case.ts';
import { cpuS } from '../support/load.ts';
import { amount, benchmark, thisProcess } from './harness/benchmark.ts';

const HOURS = amount('HOURS', 24);
const ROWS = amount('ROWS', 59);
const COLUMNS = 32;

await benchmark(thisProcess, async (_, tell) => {
  const { payload, schedule, ac } = acGrid(ROWS, COLUMNS, HOURS);
  for (const reactive_limits of [false, true]) {
    const before = cpuS();
    const { summary, intervals } = acCheck(payload, schedule, { ...ac, reactive_limits });
    tell(`${ROWS * COLUMNS} buses, ${HOURS} h${reactive_limits ? ', reactive limits' : ''}`, {
      cpu_s: cpuS() - before,
      converged: summary.converged,
      steps: intervals.reduce((sum, { iterations }) => sum + iterations, 0),
      at_limits: summary.reactive_limits,
      losses_mwh: summary.losses_mwh,
    });
  }
});
