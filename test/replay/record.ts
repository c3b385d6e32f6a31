/**
 * Records the histories that the replay test replays: `TEMPORAL_ADDRESS=... node dist/test/replay/record.js`.
 * Run it after a deliberate change of a workflow, and keep the old histories while old runs may be open.
 */
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';
import { createJobWorkflows } from '../../temporal/jobs.ts';
import type { RunSolverInput, SolveInput, SolveSummary } from '../../temporal/messages/solve-run.ts';
import { ORCHESTRATION_QUEUE, SOLVE_MESSAGE } from '../../temporal/names.ts';
import { solverQueue } from '../../temporal/solvers.ts';
import { connectForTests } from '../support/temporal.ts';
import { LIGHT_ACTIVITIES, PROGRESS, SCENARIOS, type Scenario, SUMMARY } from './scenarios.ts';

const FOLDER = new URL('../../../test/cases/histories/', import.meta.url);
const temporal = await connectForTests();
const jobs = createJobWorkflows(temporal.client);
for (const [name, scenario] of Object.entries(SCENARIOS)) {
  const history = await record(scenario);
  await writeFile(new URL(`${name}.json`, FOLDER), `${historyToJSON(history)}\n`);
  process.stdout.write(`${name}: ${history.events?.length ?? 0} events\n`);
}
await temporal.close();

async function record(scenario: Scenario) {
  const runSolver = scenario.runSolver ?? (async (_: RunSolverInput): Promise<SolveSummary> => SUMMARY);
  const orchestrator = await temporal.worker(ORCHESTRATION_QUEUE, LIGHT_ACTIVITIES);
  const solver = await temporal.worker(solverQueue('cplex'), { runSolver }, false);
  return orchestrator.runUntil(solver.runUntil(() => play(scenario)));
}

async function play({ workflow, midway }: Scenario) {
  const workflowId = randomUUID();
  const handle = temporal.client.workflow.getHandle(workflowId);
  if (workflow === 'solve') await jobs.start(input(workflowId));
  else await temporal.client.workflow.start(workflow, { workflowId, taskQueue: ORCHESTRATION_QUEUE });
  if (midway) {
    await delay(500);
    await handle.signal(SOLVE_MESSAGE.progress, PROGRESS);
    await (midway === 'cancel' ? jobs.cancel(workflowId) : jobs.stop(workflowId));
  }
  await handle.result().catch(() => undefined);
  return handle.fetchHistory();
}

function input(jobId: string): SolveInput {
  return {
    jobId,
    userId: 'u1',
    jobType: 'uc',
    solver: 'cplex',
    scenarioId: 'case',
    timeLimitS: 60,
    mipGap: 0.001,
  };
}
