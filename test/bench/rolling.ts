/**
 * `npm run bench -- rolling`: `BENCH_DAYS` (28) days of the 24-bus system, undisturbed and killed twice, on a stack of
 * its own. The joined schedules are verified, and the first week is compared with one solve of seven days.
 */
import assert from 'node:assert/strict';
import { joinedObjective, rollingPayload } from '../support/callers/joined-execution.ts';
import { daysOf, startExecution, untilExecution } from '../support/callers/run-execution.ts';
import { privateStack } from '../support/stack/private-stack.ts';
import { runEngine } from './engine/run-engine.ts';
import { amount, benchmark } from './harness/benchmark.ts';
import { killAmid, wallS } from './harness/killed-execution.ts';

const DAYS = amount('DAYS', 28);
const WEEK = Math.min(7, DAYS);
const LIMIT_S = 1200;
const MIP_GAP = 0.001;

await benchmark(privateStack, async (running, tell) => {
  const { admin } = running;
  const start = () =>
    startExecution(admin, {
      pcm_model_id: 'pcm-rolling',
      solver: { id: 'highs', mip_gap: MIP_GAP },
      network_id: 'rts24',
      options: { horizon: DAYS * 24 },
    });
  const whole = await start();
  const unkilled = await untilExecution(admin, whole, undefined, LIMIT_S);
  const id = await start();
  const killed = await killAmid(
    running,
    id,
    [
      ['solver', 25],
      ['orchestrator', 64],
    ],
    LIMIT_S,
  );
  for (const [how, { results, ...times }] of Object.entries({ unkilled, killed }))
    tell(how, {
      objective: results?.objective_value,
      unserved_mwh: results?.totals?.unserved_mwh,
      wall_s: wallS(times),
      solver_s: results?.solve_time_s,
    });
  tell('objective of the days joined and verified', await joinedObjective(admin, id));
  const week = (await daysOf(admin, whole)).slice(0, WEEK);
  const rolled = week.reduce((sum, { totals }) => sum + (totals?.total_cost_usd ?? 0), 0);
  const payload = await rollingPayload(admin, 'rts24', WEEK * 24);
  const atOnce = await runEngine({ jobType: 'scuc', payload, timeLimitS: 300, mipGap: MIP_GAP });
  tell('first week', {
    rolled,
    at_once: atOnce.total_cost_usd,
    at_once_bound: atOnce.lower_bound_usd,
    at_once_s: atOnce.solve_time_s,
    difference: rolled / (atOnce.total_cost_usd ?? Number.NaN) - 1,
  });
  assert.equal(killed.results?.objective_value, unkilled.results?.objective_value);
});
