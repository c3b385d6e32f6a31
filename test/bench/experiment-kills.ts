/**
 * `npm run bench -- experiment-kills`: `BENCH_SCENARIOS` (200) through `BENCH_HITS` (20) kills across all processes of
 * a stack of its own: scenarios lost, scenarios solved twice, and the time that the kills cost.
 */
import { experimentStatus, scenariosOf, submitExperiment } from '../support/callers/run-experiment.ts';
import { random } from '../support/cases/random.ts';
import { spread } from '../support/load.ts';
import { killInTurn } from '../support/stack/kill-in-turn.ts';
import { privateStack } from '../support/stack/private-stack.ts';
import { processOf } from '../support/stack/running-stack.ts';
import { solverRuns } from '../support/stack/solver-log.ts';
import { until } from '../support/until.ts';
import { amount, benchmark } from './harness/benchmark.ts';

const LIMIT_MS = 900_000;
const OVER = ['completed', 'failed', 'cancelled'];

await benchmark(privateStack, async (running, tell) => {
  const { admin, stack } = running;
  const r = random(42);
  const began = Date.now();
  const steps = amount('SCENARIOS', 200);
  const id = await submitExperiment(admin, {
    base_scenario_id: 'rts24',
    scenario_matrix: {
      method: 'grid',
      variables: [{ name: 'load', type: 'continuous', min: 0.9, max: 1, steps }],
    },
  });
  let status = await experimentStatus(admin, id);
  let mostRunning = 0;
  const isOver = () => OVER.includes(status.status);
  const killing = killInTurn(running, {
    count: amount('HITS', 20),
    pause: () => r.integer(500, 3000),
    isOn: () => !isOver(),
  });
  await until(async () => {
    status = await experimentStatus(admin, id);
    mostRunning = Math.max(mostRunning, status.scenarios_running);
    return isOver();
  }, LIMIT_MS);
  const wallMs = Date.now() - began;
  const kills = await killing;
  const rows = await scenariosOf(admin, id);
  const runs = await solverRuns(processOf(stack, 'solver').log, new Set(rows.map(({ job_id }) => job_id)));
  tell('experiment', {
    status: status.status,
    rows: rows.length,
    failed: status.scenarios_failed,
    most_running: mostRunning,
    wall_s: wallMs / 1000,
  });
  tell('solver runs', {
    runs: runs.begun,
    distinct: runs.saved.size,
    interrupted: runs.lostMs.length,
    solved_twice: [...runs.saved.values()].filter((times) => times > 1).length,
    lost_in_interrupted_s: runs.lostMs.reduce((sum, ms) => sum + ms, 0) / 1000,
  });
  tell('kills', kills.length);
  tell('recovery, ms', spread(kills.map(({ recoveryMs }) => recoveryMs)));
});
