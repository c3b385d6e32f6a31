/** A change of workflow code that open runs cannot follow: it sticks them, unless each stays on its build. */
import assert from 'node:assert/strict';
import type { Client } from '@temporalio/client';
import { SOLVE } from '../support/callers/api-client.ts';
import { startExecution, untilExecution } from '../support/callers/run-execution.ts';
import { submitExperiment, untilExperiment } from '../support/callers/run-experiment.ts';
import { hardCase } from '../support/cases/hard-case.ts';
import { payload } from '../support/cases/payloads.ts';
import {
  type Orchestrator,
  type Orchestrators,
  type StackOfBuilds,
  stackOfBuilds,
} from '../support/stack/orchestrators.ts';
import type { PrivateStack } from '../support/stack/private-stack.ts';
import { until } from '../support/until.ts';

const DEPLOYMENT = 'grid-optimization';
const PATIENCE_MS = 60_000;

interface Steps {
  /** Builds that carried out its workflow tasks, in their order; null = one without a version. */
  readonly builds: readonly (string | null)[];
  /** Causes for which its workflow tasks failed. */
  readonly failures: readonly unknown[];
}

describe('workflow code that open runs cannot follow', function () {
  this.timeout(300_000);
  let running: PrivateStack;
  let made: StackOfBuilds | undefined;
  let orchestrators: Orchestrators;
  let client: Client;
  /** An orchestrator of today's code that has no version. */
  let unversioned: Orchestrator;
  before(async () => {
    made = await stackOfBuilds();
    ({ running, orchestrators, client } = made);
  });
  after(() => made?.close());

  /** A job at which the solver works until it is told to stop. */
  async function aLongJob(): Promise<string> {
    const jobId = await running.admin.submit('uc', hardCase(40, 24), { timeout: 600 });
    await running.admin.wait(jobId, ({ progress_detail }) => progress_detail?.incumbent != null);
    return jobId;
  }
  async function stopped(jobId: string): Promise<string> {
    const { status, body } = await running.admin.request('POST', `${SOLVE}/${jobId}/stop`);
    assert.equal(status, 202, JSON.stringify(body));
    return (await running.admin.wait(jobId)).status;
  }
  async function stepsOf(workflowId: string): Promise<Steps> {
    const { events } = await client.workflow.getHandle(workflowId).fetchHistory();
    const told = events ?? [];
    return {
      builds: told.flatMap(({ workflowTaskCompletedEventAttributes: done }) =>
        done ? [done.deploymentVersion?.buildId || null] : [],
      ),
      failures: told.flatMap(({ workflowTaskFailedEventAttributes: failed }) =>
        failed ? [failed.failure?.message] : [],
      ),
    };
  }
  async function treeOf(root: string): Promise<string[]> {
    const ids: string[] = [];
    for await (const { workflowId } of client.workflow.list({ query: `RootWorkflowId = '${root}'` }))
      ids.push(workflowId);
    return ids;
  }
  it('sticks an open run where builds have no versions, until the former code is back', async () => {
    const jobId = await aLongJob();
    await running.processes.stop('orchestrator');
    const altered = await orchestrators.start('altered');
    await until(async () => (await stepsOf(jobId)).failures.length > 0, PATIENCE_MS);
    assert.match(String((await stepsOf(jobId)).failures[0]), /nondeterminism/i);
    await altered.stop();
    assert.equal((await client.workflow.getHandle(jobId).describe()).status.name, 'RUNNING');
    unversioned = await orchestrators.start('today');
    assert.equal(await stopped(jobId), 'completed');
  });

  it('is not what the first build with a version meets: it goes on with the runs of before', async () => {
    const jobId = await aLongJob();
    await orchestrators.start('today', 'one');
    await unversioned.stop();
    assert.equal(await stopped(jobId), 'completed');
    const { builds, failures } = await stepsOf(jobId);
    assert.deepEqual([builds[0], builds.at(-1), failures], [null, 'one', []]);
  });

  it('meets no open run once builds have versions: each ends on its own, and new ones on the new', async () => {
    const jobId = await aLongJob();
    const [experimentId, executionId] = await Promise.all([
      submitExperiment(running.admin, {
        base_scenario_id: 'rts24',
        scenario_matrix: {
          method: 'grid',
          variables: [{ name: 'load', type: 'discrete', values: [0.9, 0.95, 1] }],
        },
        max_parallel: 1,
      }),
      startExecution(running.admin, {
        pcm_model_id: 'pcm-rolling',
        solver: { id: 'highs' },
        network_id: 'rts24',
        options: { horizon: 72 },
      }),
    ]);
    await untilExperiment(running.admin, experimentId, ({ status }) => status === 'running');
    await untilExecution(running.admin, executionId, ({ status }) => status === 'running');

    await orchestrators.start('altered', 'two');
    await orchestrators.makeCurrent('two');
    const after = await running.admin.submit('uc', payload());
    assert.equal((await running.admin.wait(after)).status, 'completed');
    assert.deepEqual(new Set((await stepsOf(after)).builds), new Set(['two']));
    assert.equal((await client.workflow.getHandle(jobId).describe()).status.name, 'RUNNING');

    assert.equal(await stopped(jobId), 'completed');
    const { status, scenarios_completed } = await untilExperiment(running.admin, experimentId);
    assert.deepEqual([status, scenarios_completed], ['completed', 3]);
    assert.equal((await untilExecution(running.admin, executionId)).status, 'completed');
    const former = [jobId, ...(await treeOf(experimentId)), ...(await treeOf(executionId))];
    assert.ok(former.length >= 1 + 4 + 5, `${former.length} workflows`);
    for (const workflowId of former) {
      const { builds, failures } = await stepsOf(workflowId);
      assert.deepEqual([new Set(builds), failures], [new Set(['one']), []], workflowId);
    }
  });

  it('is told of an operator: how many runs the former build still has', async () => {
    const open = `TemporalWorkerDeploymentVersion = '${DEPLOYMENT}:one' AND ExecutionStatus = 'Running'`;
    await until(async () => (await client.workflow.count(open)).count === 0, PATIENCE_MS);
    const described = await orchestrators.describe('one');
    assert.match(described, /drain(ing|ed)/i);
  });
});
