/**
 * `npm run bench -- rolling`: 28 days of the 24-bus system, whole and killed twice, on a stack of its own. The
 * joined schedules are verified, and the first week is held against one solve of seven days.
 */
import assert from 'node:assert/strict';
import { createEngine } from '../../activities/engine/run/create-engine.ts';
import { joinedObjective, rollingPayload } from '../support/callers/joined-execution.ts';
import { daysOf, startExecution, untilExecution } from '../support/callers/run-execution.ts';
import { privateStack, untilReady } from '../support/stack/private-stack.ts';
import { writeFigures } from './figures.ts';

const DAYS = 28;
const WEEK_H = 168;
const LIMIT_S = 1200;
const MIP_GAP = 0.001;
const KILLS = [
  ['solver', 7],
  ['orchestrator', 18],
] as const;

const running = await privateStack();
const { admin } = running;
try {
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
  for (const [victim, done] of KILLS) {
    await untilExecution(admin, id, ({ windows_done }) => windows_done >= done, LIMIT_S);
    running.kill(victim);
    await untilReady(running);
  }
  const killed = await untilExecution(admin, id, undefined, LIMIT_S);
  const wallS = ({ started_at, finished_at }: typeof killed): number =>
    (Date.parse(finished_at ?? '') - Date.parse(started_at ?? '')) / 1000;
  const week = (await daysOf(admin, whole)).slice(0, 7);
  const weekCost = week.reduce((sum, { totals }) => sum + (totals?.total_cost_usd ?? 0), 0);
  const watch = { signal: new AbortController().signal, onProgress() {}, onIncumbent() {} };
  const atOnce = await createEngine({ memoryMb: 4096 })(
    {
      jobType: 'scuc',
      payload: await rollingPayload(admin, 'rts24', WEEK_H),
      solver: 'highs',
      timeLimitS: 300,
      mipGap: MIP_GAP,
    },
    watch,
  );
  const joined = await joinedObjective(admin, id);
  const figures = {
    days: DAYS,
    objective_unkilled: unkilled.results?.objective_value,
    objective_killed: killed.results?.objective_value,
    objective_joined_and_verified: joined,
    unserved_mwh: unkilled.results?.totals?.unserved_mwh,
    wall_s: { unkilled: wallS(unkilled), killed: wallS(killed) },
    solver_s: { unkilled: unkilled.results?.solve_time_s, killed: killed.results?.solve_time_s },
    first_week: {
      rolled: weekCost,
      at_once: atOnce.total_cost_usd,
      at_once_bound: atOnce.lower_bound_usd,
      at_once_s: atOnce.solve_time_s,
      difference: weekCost / (atOnce.total_cost_usd ?? Number.NaN) - 1,
    },
  };
  process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
  assert.equal(killed.results?.objective_value, unkilled.results?.objective_value);
  await writeFigures(figures);
} finally {
  await running.stop();
}
process.exit(0);
