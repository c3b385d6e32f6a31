/**
 * Builds of the orchestrator: open runs get stuck on incompatible code, unless each stays on its build; then every
 * process is replaced while jobs are open, in the order of the operator's README.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import { type ApiClient, type ApiReply, SOLVE } from '../../support/callers/api-client.ts';
import { untilAudited } from '../../support/callers/audited-jobs.ts';
import { persist } from '../../support/callers/persist.ts';
import { startExecution, untilExecution } from '../../support/callers/run-execution.ts';
import { submitExperiment, untilExperiment } from '../../support/callers/run-experiment.ts';
import { hardCase } from '../../support/cases/hard-case.ts';
import { payload } from '../../support/cases/payloads.ts';
import { isFullSize } from '../../support/full-size.ts';
import {
  createOrchestrators,
  OPEN,
  type Orchestrator,
  type Orchestrators,
} from '../../support/stack/orchestrators.ts';
import { type PrivateStack, untilReady } from '../../support/stack/private-stack.ts';
import { newUser } from '../../support/stack/running-stack.ts';
import { stackToKill } from '../../support/stack/stack-to-kill.ts';
import { until } from '../../support/until.ts';

const PATIENCE_MS = 120_000;
/** Most jobs open while processes are replaced, most time of each, s, and pause between submissions, ms. */
const OPEN_JOBS = 8;
const LIMIT_S = 1;
const PAUSE_MS = 1000;
/** Errors that the client overcomes by sending the same request again. */
const MENDED = ['429', '502', '503', 'ECONNREFUSED', 'ECONNRESET', 'UND_ERR_SOCKET'];

interface Steps {
  /** Builds that ran its workflow tasks, in order; null = one without a version. */
  readonly builds: readonly (string | null)[];
  /** Causes of failed workflow tasks. */
  readonly failures: readonly unknown[];
}

describe('builds of the orchestrator', function () {
  this.timeout(420_000);
  let running: PrivateStack;
  let api: ApiClient;
  let client: Client;
  let orchestrators: Orchestrators;
  /** Orchestrator with today's code and no version. */
  let unversioned: Orchestrator;
  before(async () => {
    running = await stackToKill();
    api = await newUser(running);
    client = new Client({
      connection: await Connection.connect({ address: running.stack.temporal_address }),
    });
    orchestrators = await createOrchestrators(running, client);
  });
  /** Jobs to cancel at the end, also after a failure: an open job would hold a slot of the next file. */
  const long: string[] = [];
  after(async () => {
    for (const id of long) await api.request('DELETE', `${SOLVE}/${id}`);
    await orchestrators?.close();
    await client?.connection.close();
  });

  /** Submits a job whose solve only ends when it is cancelled. */
  async function aLongJob(): Promise<string> {
    const jobId = await api.submit('uc', hardCase(40, 24), { timeout: 600 });
    long.push(jobId);
    await api.wait(jobId, ({ progress_detail }) => progress_detail?.incumbent != null);
    return jobId;
  }
  async function stopped(jobId: string): Promise<string> {
    const { status, body } = await api.request('POST', `${SOLVE}/${jobId}/stop`);
    assert.equal(status, 202, JSON.stringify(body));
    return (await api.wait(jobId)).status;
  }
  async function stepsOf(workflowId: string): Promise<Steps> {
    const { events } = await client.workflow.getHandle(workflowId).fetchHistory();
    const history = events ?? [];
    return {
      builds: history.flatMap(({ workflowTaskCompletedEventAttributes: completed }) =>
        completed ? [completed.deploymentVersion?.buildId || null] : [],
      ),
      failures: history.flatMap(({ workflowTaskFailedEventAttributes: failed }) =>
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
  it('that open runs cannot follow stick them without versions, until the former code is back', async () => {
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

  it('take over the runs without a version, if they are the first to have one', async () => {
    const jobId = await aLongJob();
    await orchestrators.start('today', 'one');
    await unversioned.stop();
    assert.equal(await stopped(jobId), 'completed');
    const { builds, failures } = await stepsOf(jobId);
    assert.deepEqual([builds[0], builds.at(-1), failures], [null, 'one', []]);
  });

  if (!isFullSize) return;

  it('keep their open runs once they have versions, and new runs go to the new one', async () => {
    const jobId = await aLongJob();
    const [experimentId, executionId] = await Promise.all([
      submitExperiment(api, {
        base_scenario_id: 'rts24',
        scenario_matrix: {
          method: 'grid',
          variables: [{ name: 'load', type: 'discrete', values: [0.9, 0.95, 1] }],
        },
        max_parallel: 1,
      }),
      startExecution(api, {
        pcm_model_id: 'pcm-rolling',
        solver: { id: 'highs' },
        network_id: 'rts24',
        options: { horizon: 72 },
      }),
    ]);
    await untilExperiment(api, experimentId, ({ status }) => status === 'running');
    await untilExecution(api, executionId, ({ status }) => status === 'running');

    await orchestrators.start('altered', 'two');
    await orchestrators.makeCurrent('two');
    const after = await api.submit('uc', payload());
    assert.equal((await api.wait(after)).status, 'completed');
    assert.deepEqual(new Set((await stepsOf(after)).builds), new Set(['two']));
    assert.equal((await client.workflow.getHandle(jobId).describe()).status.name, 'RUNNING');

    assert.equal(await stopped(jobId), 'completed');
    const { status, scenarios_completed } = await untilExperiment(api, experimentId);
    assert.deepEqual([status, scenarios_completed], ['completed', 3]);
    assert.equal((await untilExecution(api, executionId)).status, 'completed');
    const former = [jobId, ...(await treeOf(experimentId)), ...(await treeOf(executionId))];
    assert.ok(former.length >= 1 + 4 + 5, `${former.length} workflows`);
    for (const workflowId of former) {
      const { builds, failures } = await stepsOf(workflowId);
      assert.deepEqual([new Set(builds), failures], [new Set(['one']), []], workflowId);
    }
  });

  it('tell the operator whether they still have runs', async () => {
    await until(async () => (await orchestrators.count('one', OPEN)) === 0, PATIENCE_MS);
    assert.match(await orchestrators.describe('one'), /drain(ing|ed)/i);
  });

  const refusals: string[] = [];
  /** Sends a request until it is answered. */
  const ask = <T>(method: string, path: string, options?: object): Promise<ApiReply<T>> =>
    persist(async () => {
      const reply = await api.request<T>(method, path, options).catch((error: unknown) => {
        refusals.push(codeOf(error));
        throw error;
      });
      if (reply.status === 429 || reply.status >= 500) refusals.push(String(reply.status));
      return reply;
    });
  async function submit(n: number): Promise<string> {
    const headers = { 'idempotency-key': randomUUID() };
    const body = { scenario_id: `rolling-${n}`, payload: hardCase(20, 24, n), timeout: LIMIT_S };
    const reply = await ask<{ job_id: string }>('POST', `${SOLVE}/uc`, { body, headers });
    assert.equal(reply.status, 202, JSON.stringify(reply.body));
    return reply.body.job_id;
  }
  const totalOf = async (query: string): Promise<number> =>
    (await ask<{ total: number }>('GET', `${SOLVE}?limit=1&${query}`)).body.total;
  const open = async (): Promise<number> =>
    (await totalOf('status=queued')) + (await totalOf('status=running'));

  it('are replaced with all other processes: no job is lost, nothing refused that a retry does not mend', async () => {
    const before = await totalOf('');
    await running.processes.restart('orchestrator', { TEMPORAL_WORKER_BUILD_ID: 'three' });
    await orchestrators.makeCurrent('three');
    const ids: string[] = [];
    let isOn = true;
    const submitting = (async () => {
      for (; isOn; await delay(PAUSE_MS)) if ((await open()) < OPEN_JOBS) ids.push(await submit(ids.length));
    })();
    // The promise is awaited at the end.
    submitting.catch(() => undefined);
    await until(() => ids.length >= OPEN_JOBS / 2, PATIENCE_MS);

    await running.processes.restart('solver');
    await untilReady(running);
    await orchestrators.start('today', 'four');
    await orchestrators.makeCurrent('four');
    await running.processes.restart('api');
    await untilReady(running);
    await until(async () => (await orchestrators.count('three', OPEN)) === 0, PATIENCE_MS);
    await running.processes.stop('orchestrator');
    isOn = false;
    await submitting;

    await until(async () => (await open()) === 0, PATIENCE_MS);
    assert.equal((await totalOf('')) - before, ids.length, 'no job was accepted twice');
    for (const id of ids) {
      assert.equal((await api.status(id)).status, 'completed');
      assert.notEqual((await api.result(id)).certificate?.verified, false);
    }
    for (const type of ['solve_submitted', 'solve_completed'])
      assert.deepEqual(await untilAudited(running.admin, type, ids), ids.toSorted(), type);
    assert.deepEqual(
      refusals.filter((refusal) => !MENDED.includes(refusal)),
      [],
    );
    const solves = await orchestrators.count('four', "WorkflowType = 'solve'");
    assert.ok(solves > 0, 'no job began on the new build');
    process.stdout.write(
      `    ${ids.length} jobs, ${refusals.length} refusals (${[...new Set(refusals)].join(', ')})\n`,
    );
  });
});

/** Code of a connection error. */
function codeOf(error: unknown): string {
  const { cause } = error as { cause?: { code?: string } };
  return cause?.code ?? String(error);
}
