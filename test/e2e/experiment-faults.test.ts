/** An experiment survives kills of every process: every scenario is a row once, and none is solved twice. */
import assert from 'node:assert/strict';
import { random } from '../support/cases/random.ts';
import { experimentUnderKills } from '../support/stack/experiment-under-kills.ts';
import { type PrivateStack, privateStack } from '../support/stack/private-stack.ts';

const SCENARIOS = 60;
const KILLS = 10;
const MAX_PARALLEL = 4;
/** Temporal's runtime writes lines 100 to 200 ms late, and a whole solve may take no longer. */
const UNWRITTEN_MS = 1000;

describe('an experiment under kills', function () {
  this.timeout(420_000);
  let running: PrivateStack | undefined;
  before(async () => {
    running = await privateStack();
  });
  after(() => running?.stop());

  it(`of ${SCENARIOS} scenarios ends complete through ${KILLS} kills of all five processes`, async () => {
    assert.ok(running);
    const r = random(7);
    const { status, rows, csv, runs, kills, mostRunning } = await experimentUnderKills(running, {
      base_scenario_id: 'rts24',
      scenarios: SCENARIOS,
      kills: KILLS,
      maxParallel: MAX_PARALLEL,
      pause: () => r.integer(500, 2500),
    });
    assert.deepEqual(
      [status.status, status.scenarios_completed, status.scenarios_failed],
      ['completed', SCENARIOS, 0],
    );
    assert.deepEqual(
      rows.map(({ scenario_index }) => scenario_index),
      Array.from({ length: SCENARIOS }, (_, i) => i),
    );
    assert.ok(rows.every((row) => row.status === 'completed' && row.objective_value !== null));
    assert.equal(csv.length, SCENARIOS + 1);
    assert.equal(new Set(csv.map(([index]) => index)).size, SCENARIOS + 1);
    assert.equal(kills.length, KILLS, 'it was over before it could be killed so often');
    // That all are saved is in the rows. The line that says so can be lost with the process that had written it.
    assert.ok(runs.saved.size >= SCENARIOS - KILLS, `${runs.saved.size} saved`);
    assert.deepEqual(new Set(runs.saved.values()), new Set([1]));
    assert.equal(runs.begun + runs.unlogged.size, SCENARIOS + runs.lostMs.length);
    const ends = kills.filter(({ victim }) => victim === 'solver').map(({ at }) => at);
    for (const { finished_at } of rows.filter(({ job_id }) => runs.unlogged.has(job_id))) {
      const finished = Date.parse(finished_at ?? '');
      assert.ok(
        ends.some((at) => Math.abs(at - finished) < UNWRITTEN_MS),
        `nothing was logged of a solve that ended at ${finished_at}`,
      );
    }
    assert.ok(mostRunning <= MAX_PARALLEL, `${mostRunning} at once`);
    const lostS = runs.lostMs.reduce((sum, ms) => sum + ms, 0) / 1000;
    process.stdout.write(
      `    ${KILLS} kills, ${SCENARIOS} scenarios: ${runs.lostMs.length} solves interrupted, ${lostS.toFixed(1)} s lost with them\n`,
    );
  });
});
