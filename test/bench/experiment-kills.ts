/**
 * `npm run bench -- experiment-kills`: 200 scenarios through 20 kills across all processes of a stack of its own:
 * what was lost, what was solved twice, and what the kills cost in time.
 */
import { experimentStatus, scenariosOf, submitExperiment } from '../support/callers/run-experiment.ts';
import { random } from '../support/cases/random.ts';
import { killInTurn } from '../support/stack/kill-in-turn.ts';
import { privateStack } from '../support/stack/private-stack.ts';
import { processOf } from '../support/stack/running-stack.ts';
import { solverRuns } from '../support/stack/solver-log.ts';
import { until } from '../support/until.ts';
import { spread, writeFigures } from './figures.ts';

const SCENARIOS = 200;
const KILLS = 20;
const LIMIT_MS = 900_000;

const running = await privateStack();
try {
  const { admin, stack } = running;
  const r = random(42);
  const began = Date.now();
  const id = await submitExperiment(admin, {
    base_scenario_id: 'rts24',
    scenario_matrix: {
      method: 'grid',
      variables: [{ name: 'load', type: 'continuous', min: 0.9, max: 1, steps: SCENARIOS }],
    },
  });
  let status = await experimentStatus(admin, id);
  let mostRunning = 0;
  const isOver = () => ['completed', 'failed', 'cancelled'].includes(status.status);
  const killing = killInTurn(running, {
    count: KILLS,
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
  const lostS = runs.lostMs.reduce((sum, ms) => sum + ms, 0) / 1000;
  const figures = {
    status: status.status,
    kills: kills.length,
    rows: rows.length,
    failed: status.scenarios_failed,
    solver_runs: runs.begun,
    distinct: runs.saved.size,
    interrupted: runs.lostMs.length,
    solved_twice: [...runs.saved.values()].filter((times) => times > 1).length,
    most_running: mostRunning,
    wall_s: wallMs / 1000,
    lost_in_interrupted_runs_s: lostS,
    recovery_ms: spread(kills.map(({ recoveryMs }) => recoveryMs)),
  };
  process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
  await writeFigures(figures);
} finally {
  await running.stop();
}
process.exit(0);
