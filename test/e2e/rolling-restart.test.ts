/** Every process is replaced while 100 jobs are open, in the order of the operator's README. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import type { ProcessName } from '../../workers/local/stack/stack-file.ts';
import { type ApiReply, SOLVE } from '../support/callers/api-client.ts';
import { persist } from '../support/callers/persist.ts';
import { hardCase } from '../support/cases/hard-case.ts';
import { untilReady } from '../support/stack/kill-in-turn.ts';
import { type Orchestrators, type StackOfBuilds, stackOfBuilds } from '../support/stack/orchestrators.ts';
import type { PrivateStack } from '../support/stack/private-stack.ts';
import { until } from '../support/until.ts';

const JOBS = 100;
const AT_A_TIME = 10;
const LIMIT_S = 1;
/** Between two submissions while processes are replaced, and between two looks, ms. */
const PAUSE_MS = 1500;
const PATIENCE_MS = 240_000;
const OPEN = " AND ExecutionStatus = 'Running'";
/** What the same request, sent again, mends. */
const MENDED = ['429', '502', '503', 'ECONNREFUSED', 'ECONNRESET', 'UND_ERR_SOCKET'];

describe('a rolling restart', function () {
  // Two slots solve one job a second each, and have to share the machine with all that is replaced.
  this.timeout(900_000);
  let running: PrivateStack;
  let made: StackOfBuilds | undefined;
  let orchestrators: Orchestrators;
  let client: Client;
  before(async () => {
    made = await stackOfBuilds({ TEMPORAL_WORKER_BUILD_ID: 'one', SOLVER_WARM_UP: 'false' });
    ({ running, orchestrators, client } = made);
  });
  after(() => made?.close());

  const refusals: string[] = [];
  /** A request, sent again until it is answered. */
  const ask = <T>(method: string, path: string, options?: object): Promise<ApiReply<T>> =>
    persist(async () => {
      const reply = await running.admin.request<T>(method, path, options).catch((error: unknown) => {
        refusals.push(codeOf(error));
        throw error;
      });
      if (reply.status === 429 || reply.status >= 500) refusals.push(String(reply.status));
      return reply;
    });
  async function submit(n: number): Promise<string> {
    const body = { scenario_id: `rolling-${n}`, payload: hardCase(20, 24, n), timeout: LIMIT_S };
    const headers = { 'idempotency-key': randomUUID() };
    const { status, body: accepted } = await ask<{ job_id: string }>('POST', `${SOLVE}/uc`, {
      body,
      headers,
    });
    assert.equal(status, 202, JSON.stringify(accepted));
    return accepted.job_id;
  }
  const count = async (status: string): Promise<number> =>
    (await ask<{ total: number }>('GET', `${SOLVE}?status=${status}&limit=1`)).body.total;
  const open = async () => (await count('queued')) + (await count('running'));

  /** Ends it in order and starts it again. */
  async function restart(name: ProcessName): Promise<void> {
    await running.processes.restart(name);
    await untilReady(running);
  }
  const begunOn = async (buildId: string, filter = ''): Promise<number> =>
    (await client.workflow.count(`TemporalWorkerDeploymentVersion = 'grid-optimization:${buildId}'${filter}`))
      .count;

  it(`of every process loses none of ${JOBS} open jobs, and refuses nothing that a retry does not mend`, async () => {
    const ids: string[] = [];
    while ((await open()) < JOBS) for (let n = 0; n < AT_A_TIME; n++) ids.push(await submit(ids.length));
    let isOn = true;
    const submitting = (async () => {
      for (; isOn; await delay(PAUSE_MS)) {
        ids.push(await submit(ids.length));
        assert.equal((await ask('GET', `${SOLVE}/${ids.at(-1)}/status`)).status, 200);
      }
    })();
    // It is waited for at the end.
    submitting.catch(() => undefined);

    await restart('solver');
    await orchestrators.start('today', 'two');
    await orchestrators.makeCurrent('two');
    await restart('api');
    assert.ok((await open()) > 0, 'it was over before every process was replaced');
    while ((await begunOn('one', OPEN)) > 0) await delay(PAUSE_MS);
    await restart('orchestrator');
    isOn = false;
    await submitting;

    while ((await open()) > 0) await delay(PAUSE_MS);
    assert.equal(await count('completed'), ids.length);
    const { body: all } = await ask<{ total: number }>('GET', `${SOLVE}?limit=1`);
    assert.equal(all.total, ids.length, 'no job was accepted twice');
    for (const type of ['solve_submitted', 'solve_completed']) {
      await until(async () => (await logged(type)).length >= ids.length, PATIENCE_MS);
      assert.deepEqual((await logged(type)).sort(), ids.toSorted(), type);
    }
    for (const id of ids) assert.notEqual((await running.admin.result(id)).certificate?.verified, false);
    const { body: chain } = await ask<{ valid: boolean }>('GET', '/api/audit/verify');
    assert.equal(chain.valid, true);
    assert.deepEqual(
      refusals.filter((refusal) => !MENDED.includes(refusal)),
      [],
    );
    assert.ok((await begunOn('two', " AND WorkflowType = 'solve'")) > 0, 'no job began on the new build');
    process.stdout.write(
      `    ${ids.length} jobs, ${refusals.length} refusals (${[...new Set(refusals)].join(', ')})\n`,
    );
  });

  /** Jobs in the audit log: what a process had no time to append the sweep does, every 15 s. */
  async function logged(type: string): Promise<string[]> {
    const path = `/api/audit/logs?type=${type}&limit=1000`;
    const { body } = await ask<{ logs: { details: { job_id: string } }[] }>('GET', path);
    return body.logs.map(({ details }) => details.job_id);
  }
});

/** What went wrong with a connection. */
function codeOf(error: unknown): string {
  const { cause } = error as { cause?: { code?: string } };
  return cause?.code ?? String(error);
}
