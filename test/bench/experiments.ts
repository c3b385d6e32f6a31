/**
 * `npm run bench -- experiments`: what the orchestration adds to the solves of an experiment. Overhead of a
 * scenario = from the start of its workflow to its end on record, less what it waited for a slot and what the
 * solver itself took. Times in ms; the machine is shared, so compare medians and ratios.
 */

import { availableParallelism } from 'node:os';
import { Client, Connection } from '@temporalio/client';
import { tsToMs } from '@temporalio/common/lib/time.js';
import type { ScenarioView } from '../../api/experiments/scenario-view.ts';
import type { ApiClient } from '../support/callers/api-client.ts';
import { submitExperiment, untilExperiment } from '../support/callers/run-experiment.ts';
import { runningStack } from '../support/stack/running-stack.ts';
import { printSpread, spread, writeFigures } from './figures.ts';

/** When a solve workflow started and closed, and how long its solver activity waited for a slot, from its history. */
interface SolverTimes {
  /** ms since 1970. */
  readonly startedAt: number;
  readonly closedAt: number;
  /** Wait of the last attempt, ms. */
  readonly waitedMs: number;
  /** Attempts of the solver activity. */
  readonly attempts: number;
}

async function solverTimes(client: Client, jobId: string): Promise<SolverTimes> {
  const { events } = await client.workflow.getHandle(jobId).fetchHistory();
  const list = events ?? [];
  const solver = list.find(
    (event) => event.activityTaskScheduledEventAttributes?.activityType?.name === 'runSolver',
  );
  const started = list.find(
    (event) =>
      event.activityTaskStartedEventAttributes?.scheduledEventId?.toString() === solver?.eventId?.toString(),
  );
  const at = (event: (typeof list)[number] | undefined): number =>
    event?.eventTime ? tsToMs(event.eventTime) : Number.NaN;
  return {
    startedAt: at(list[0]),
    closedAt: at(list.at(-1)),
    waitedMs: at(started) - at(solver),
    attempts: started?.activityTaskStartedEventAttributes?.attempt ?? 0,
  };
}

const SCENARIOS = 100;
const MAX_PARALLEL = 8;
const LIMIT_S = 900;

const { admin, stack } = await runningStack();
const connection = await Connection.connect({ address: stack.temporal_address });
const client = new Client({ connection, namespace: process.env['TEMPORAL_NAMESPACE'] ?? 'default' });

async function rowsOf(api: ApiClient, id: string): Promise<readonly ScenarioView[]> {
  const path = `/api/experiments/${id}/scenarios?limit=200`;
  return (await api.request<{ scenarios: ScenarioView[] }>('GET', path)).body.scenarios;
}

const id = await submitExperiment(admin, {
  base_scenario_id: 'rts24',
  scenario_matrix: {
    method: 'grid',
    variables: [{ name: 'load', type: 'continuous', min: 0.9, max: 1, steps: SCENARIOS }],
  },
  max_parallel: MAX_PARALLEL,
});
const end = await untilExperiment(admin, id, undefined, LIMIT_S);
const overheads: number[] = [];
let solvedMs = 0;
for (const { job_id, solve_time_s } of await rowsOf(admin, id)) {
  const { startedAt, closedAt, waitedMs } = await solverTimes(client, job_id);
  const solveMs = 1000 * (solve_time_s ?? 0);
  solvedMs += solveMs;
  overheads.push(closedAt - startedAt - waitedMs - solveMs);
}
await connection.close();
const wallMs = Date.parse(end.finished_at ?? '') - Date.parse(end.started_at ?? '');
const slots = availableParallelism();
const figures = { 'orchestration of a scenario': spread(overheads) };
printSpread(figures);
process.stdout.write(
  `${SCENARIOS} scenarios, max_parallel ${MAX_PARALLEL}, ${slots} slots: ${wallMs} ms, of which solver ${(solvedMs / slots).toFixed(0)} ms per slot; ` +
    `per scenario and slot ${((wallMs * slots - solvedMs) / SCENARIOS).toFixed(0)} ms beside the solver\n`,
);
await writeFigures(figures);
process.exit(0);
