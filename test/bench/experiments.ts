/**
 * `npm run bench -- experiments`: overhead of the orchestration of an experiment of `BENCH_SCENARIOS` (100). Overhead
 * of a scenario = from the start of its workflow to its recorded end, less its wait for a slot and the time of the
 * solver. Times in ms; the machine is shared, so compare medians and ratios.
 */
import { availableParallelism } from 'node:os';
import type { Client } from '@temporalio/client';
import { tsToMs } from '@temporalio/common/lib/time.js';
import type { ScenarioView } from '../../api/experiments/scenario-view.ts';
import { submitExperiment, untilExperiment } from '../support/callers/run-experiment.ts';
import { spread } from '../support/load.ts';
import { runningStack } from '../support/stack/running-stack.ts';
import { amount, benchmark } from './harness/benchmark.ts';
import { temporalOf } from './harness/stores.ts';
import { manyScenarios } from './made-up/many-scenarios.ts';

const SCENARIOS = amount('SCENARIOS', 100);
const MAX_PARALLEL = 8;
const LIMIT_S = 900;

/** Duration of a solve workflow, less the wait of its last attempt for a slot, ms. */
async function withoutWait(client: Client, jobId: string): Promise<number> {
  const events = (await client.workflow.getHandle(jobId).fetchHistory()).events ?? [];
  const at = (event: (typeof events)[number] | undefined): number =>
    event?.eventTime ? tsToMs(event.eventTime) : Number.NaN;
  const solver = events.find(
    (event) => event.activityTaskScheduledEventAttributes?.activityType?.name === 'runSolver',
  );
  const started = events.find(
    ({ activityTaskStartedEventAttributes: of }) =>
      of?.scheduledEventId?.toString() === solver?.eventId?.toString(),
  );
  return at(events.at(-1)) - at(events[0]) - (at(started) - at(solver));
}

await benchmark(runningStack, async ({ admin, stack }, tell) => {
  const temporal = await temporalOf(stack);
  const id = await submitExperiment(admin, manyScenarios(SCENARIOS, MAX_PARALLEL));
  const { started_at, finished_at } = await untilExperiment(admin, id, undefined, LIMIT_S);
  const path = `/api/experiments/${id}/scenarios?limit=200`;
  const { scenarios } = (await admin.request<{ scenarios: ScenarioView[] }>('GET', path)).body;
  const overheads: number[] = [];
  let solver_ms = 0;
  for (const { job_id, solve_time_s } of scenarios) {
    const solveMs = 1000 * (solve_time_s ?? 0);
    solver_ms += solveMs;
    overheads.push((await withoutWait(temporal, job_id)) - solveMs);
  }
  tell('orchestration of a scenario, ms', spread(overheads));
  const wall_ms = Date.parse(finished_at ?? '') - Date.parse(started_at ?? '');
  const slots = availableParallelism();
  tell('all scenarios', { scenarios: SCENARIOS, max_parallel: MAX_PARALLEL, slots, wall_ms, solver_ms });
  tell('beside the solver, of a scenario and slot, ms', (wall_ms * slots - solver_ms) / SCENARIOS);
});
