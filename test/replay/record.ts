/**
 * Records the histories of the replay test: `node dist/test/replay/record.js`, all of them or the named ones. Run it
 * after a deliberate change of a workflow, and keep the old histories while old runs may be open.
 */
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { defineSearchAttributeKey } from '@temporalio/common';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';
import { DELIVERY_QUEUE, ORCHESTRATION_QUEUE, SOLVE_MESSAGE } from '../../temporal/names.ts';
import { solverQueue } from '../../temporal/solvers.ts';
import { connectForTests } from '../support/stack/temporal.ts';
import { LIGHT_ACTIVITIES, PROGRESS, SUMMARY } from './light-activities.ts';
import { SCENARIOS, type Scenario } from './scenarios.ts';

const FOLDER = new URL('../../../test/cases/histories/', import.meta.url);
/** Attribute that the server sets on workflows started by a schedule. */
const SCHEDULED_TIME = defineSearchAttributeKey('TemporalScheduledStartTime', 'DATETIME');
const names = process.argv.slice(2);
const temporal = await connectForTests();
for (const [name, scenario] of Object.entries(SCENARIOS)) {
  if (names.length > 0 && !names.includes(name)) continue;
  const history = await record(scenario);
  await writeFile(new URL(`${name}.json`, FOLDER), `${withoutStacks(historyToJSON(history))}\n`);
  process.stdout.write(`${name}: ${history.events?.length ?? 0} events\n`);
}
await temporal.close();

/** Removes stack traces, which contain local paths; replay does not need them. */
function withoutStacks(json: string): string {
  return json.replaceAll(/("stackTrace": )"(?:[^"\\]|\\.)*"/g, '$1""');
}

async function record(scenario: Scenario) {
  const runSolver = scenario.runSolver ?? (async () => SUMMARY);
  const light = { ...LIGHT_ACTIVITIES, ...scenario.light };
  const orchestrator = await temporal.worker(ORCHESTRATION_QUEUE, light);
  const solver = await temporal.worker(solverQueue('cplex'), { runSolver }, false);
  const deliver = scenario.deliver ?? (async () => undefined);
  const deliverer = await temporal.worker(DELIVERY_QUEUE, { deliver }, false);
  return orchestrator.runUntil(solver.runUntil(deliverer.runUntil(() => play(scenario))));
}

async function play({ workflow, args, midway, isOfSchedule }: Scenario) {
  const workflowId = randomUUID();
  const handle = await temporal.client.workflow.start(workflow, {
    workflowId,
    taskQueue: ORCHESTRATION_QUEUE,
    args: args?.(workflowId) ?? [],
    ...(isOfSchedule && { typedSearchAttributes: [{ key: SCHEDULED_TIME, value: new Date(0) }] }),
  });
  if (midway) {
    await delay(500);
    if (workflow === 'solve') await handle.signal(SOLVE_MESSAGE.progress, PROGRESS);
    await (midway === 'cancel' ? handle.cancel() : handle.signal(SOLVE_MESSAGE.stop));
  }
  await handle.result().catch(() => undefined);
  return handle.fetchHistory();
}
