/** The list filters that workers/deploy/OPERATION.md gives to operators: Temporal accepts them, and they find the right runs. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import { submitExperiment, untilExperiment } from '../support/callers/run-experiment.ts';
import { type RunningStack, runningStack } from '../support/stack/running-stack.ts';

const README = new URL('../../../workers/deploy/OPERATION.md', import.meta.url);

describe("an operator's list of workflows", function () {
  this.timeout(60_000);
  let stack: RunningStack;
  let client: Client;
  before(async () => {
    stack = await runningStack();
    client = new Client({ connection: await Connection.connect({ address: stack.stack.temporal_address }) });
  });
  after(() => client.connection.close());

  /** Waits for Temporal's visibility store, which lags. */
  async function untilCount(query: string, expected: number): Promise<void> {
    const end = Date.now() + 10_000;
    for (;;) {
      const { count } = await client.workflow.count(query);
      if (count === expected) return;
      assert.ok(Date.now() < end, `${query} finds ${count}, not ${expected}`);
      await delay(200);
    }
  }

  it('understands every filter of the README', async () => {
    const [, block = ''] = /```sql\n([^`]*)```/.exec(await readFile(README, 'utf8')) ?? [];
    const filters = block.trim().split('\n');
    assert.ok(filters.length > 5);
    for (const filter of filters) await client.workflow.count(filter.replace('<id>', 'some-id'));
  });

  it('shows the scenarios of an experiment by state, and those of failed solves', async () => {
    const id = await submitExperiment(stack.admin, {
      base_scenario_id: 'base',
      scenario_matrix: {
        method: 'grid',
        variables: [{ name: 'load', type: 'discrete', values: [0.9, 1, 1.05] }],
      },
    });
    await untilExperiment(stack.admin, id);
    const parts = `ExperimentId = '${id}' AND WorkflowType = 'solve'`;
    await untilCount(parts, 3);
    await untilCount(`${parts} AND JobStatus = 'completed'`, 3);
    await untilCount(`${parts} AND ExecutionStatus = 'Failed'`, 0);
    await untilCount(`ExperimentId = '${id}' AND WorkflowType = 'experiment' AND JobStatus = 'completed'`, 1);
    const tree = await client.workflow.count(`RootWorkflowId = '${id}'`);
    assert.equal(tree.count, 4);
  });
});
