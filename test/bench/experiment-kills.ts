/**
 * `npm run bench -- experiment-kills`: 200 scenarios through 20 kills across all processes of a stack of its own:
 * what was lost, what was solved twice, and what the kills cost in time.
 */

import { random } from '../support/cases/random.ts';
import { experimentUnderKills } from '../support/stack/experiment-under-kills.ts';
import { privateStack } from '../support/stack/private-stack.ts';
import { spread, writeFigures } from './figures.ts';

const SCENARIOS = 200;
const KILLS = 20;

const running = await privateStack();
try {
  const r = random(42);
  const { status, rows, csv, runs, kills, wallMs, mostRunning } = await experimentUnderKills(running, {
    base_scenario_id: 'rts24',
    scenarios: SCENARIOS,
    kills: KILLS,
    maxParallel: 8,
    pause: () => r.integer(500, 3000),
  });
  const twice = [...runs.saved.values()].filter((times) => times > 1).length;
  const lostS = runs.lostMs.reduce((sum, ms) => sum + ms, 0) / 1000;
  const figures = {
    status: status.status,
    kills: kills.length,
    rows: rows.length,
    csv_rows: csv.length - 1,
    failed: status.scenarios_failed,
    solver_runs: runs.begun,
    distinct: runs.saved.size,
    interrupted: runs.lostMs.length,
    solved_twice: twice,
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
