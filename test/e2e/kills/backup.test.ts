/** Restores MongoDB from a backup taken during work, as the operator's README describes. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { cp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import { MongoClient } from 'mongodb';
import { acquireTemporal } from '../../../workers/local/acquire/temporal.ts';
import { runCommand } from '../../../workers/local/plain/run-command.mjs';
import { type ApiClient, SOLVE } from '../../support/callers/api-client.ts';
import { jobsAudited, untilAudited } from '../../support/callers/audited-jobs.ts';
import { startExecution, untilExecution } from '../../support/callers/run-execution.ts';
import { submitExperiment, untilExperiment } from '../../support/callers/run-experiment.ts';
import { hardCase } from '../../support/cases/hard-case.ts';
import { payload } from '../../support/cases/payloads.ts';
import { isFullSize } from '../../support/full-size.ts';
import type { PrivateStack } from '../../support/stack/private-stack.ts';
import { newUser } from '../../support/stack/running-stack.ts';
import { SERVICE, stackToKill } from '../../support/stack/stack-to-kill.ts';

const README = new URL('../../../../workers/deploy/DATA.md', import.meta.url);
const OPEN_JOBS = isFullSize ? 4 : 3;
const SCENARIOS = isFullSize ? 3 : 2;
const DAYS = isFullSize ? 3 : 2;
const PATIENCE_S = 240;
const COMMAND_S = 20;

describe('a backup that was taken during work', function () {
  this.timeout(900_000);
  let running: PrivateStack;
  let api: ApiClient;
  before(async () => {
    running = await stackToKill();
    api = await newUser(running);
  });
  after(endFormerRuns);

  const files = () => join(running.folder, 'mongod');
  const copy = () => join(running.folder, 'backup');
  /** Copies the files of a member that is locked meanwhile. */
  async function backUp(): Promise<void> {
    const mongo = await MongoClient.connect(running.stack.mongodb_uri);
    try {
      const admin = mongo.db('admin');
      await admin.command({ fsync: 1, lock: true });
      await cp(files(), copy(), { recursive: true });
      await admin.command({ fsyncUnlock: 1 });
    } finally {
      await mongo.close();
    }
  }
  async function restore(): Promise<void> {
    const TEMPORAL_NAMESPACE = await createNamespace();
    const { processes } = running;
    for (const name of [...SERVICE, 'mongod']) await processes.stop(name);
    await rm(files(), { recursive: true });
    await cp(copy(), files(), { recursive: true });
    await processes.restart('mongod');
    await stackToKill(Object.fromEntries(SERVICE.map((name) => [name, { TEMPORAL_NAMESPACE }])));
  }
  /** Creates the namespace with the command of the README. */
  async function createNamespace(): Promise<string> {
    const [line] = /^ *temporal operator namespace create .*$/m.exec(await readFile(README, 'utf8')) ?? [];
    assert.ok(line, 'the README has no such command');
    const { found: cli } = await acquireTemporal({ env: { ...process.env, TEMPORAL_ADDRESS: '' } });
    const [, ...args] = line.trim().split(' ');
    const address = ['--address', running.stack.temporal_address];
    await runCommand(cli.command ?? '', [...args, ...address], { deadlineS: COMMAND_S });
    return args[args.indexOf('--namespace') + 1] ?? '';
  }
  /** Ends the runs in the former namespace that are still open, since later files use it. */
  async function endFormerRuns(): Promise<void> {
    const connection = await Connection.connect({ address: running.stack.temporal_address });
    const { workflow } = new Client({ connection });
    for await (const { workflowId } of workflow.list({ query: "ExecutionStatus = 'Running'" }))
      await workflow.getHandle(workflowId).terminate();
    await connection.close();
  }
  const aHardJob = (n: number, timeout: number): Promise<string> =>
    api.submit('uc', hardCase(20, 24, n), { timeout });

  it('ends work accepted before it exactly once, and has no record of later work', async () => {
    const ended = await api.submit('uc', payload());
    const result = await api.result(ended);
    const cancelled = await aHardJob(1, 60);
    await api.request('DELETE', `${SOLVE}/${cancelled}`);
    await api.wait(cancelled);
    const experiment = await submitExperiment(api, {
      base_scenario_id: 'rts24',
      scenario_matrix: {
        method: 'grid',
        variables: [{ name: 'load', type: 'continuous', min: 0.9, max: 1, steps: SCENARIOS }],
      },
      max_parallel: 1,
    });
    const execution = await startExecution(api, {
      pcm_model_id: 'pcm-rolling',
      solver: { id: 'highs' },
      network_id: 'rts24',
      options: { horizon: 24 * DAYS },
    });
    await untilExperiment(api, experiment, ({ scenarios_completed }) => scenarios_completed > 0);
    await untilExecution(api, execution, ({ windows_done }) => windows_done > 0);
    const open: string[] = [];
    for (let n = 0; n < OPEN_JOBS; n++) open.push(await aHardJob(n, 2));
    await backUp();
    // These jobs are open in the backup and closed in Temporal.
    for (const id of open.slice(0, 2)) assert.equal((await api.wait(id)).status, 'completed');
    const body = { scenario_id: 'after', payload: payload() };
    const headers = { 'idempotency-key': randomUUID() };
    const submitAfter = () => api.request<{ job_id: string }>('POST', `${SOLVE}/uc`, { body, headers });
    const after = (await submitAfter()).body.job_id;
    await api.wait(after);

    await restore();
    assert.deepEqual(await api.result(ended), result);
    assert.equal((await api.status(cancelled)).status, 'cancelled');
    assert.equal((await api.request('GET', `${SOLVE}/${after}/status`)).status, 404);
    const again = await submitAfter();
    assert.equal(again.status, 202);
    assert.notEqual(again.body.job_id, after);
    for (const id of open) {
      assert.equal((await api.wait(id, undefined, PATIENCE_S)).status, 'completed');
      assert.notEqual((await api.result(id)).certificate?.verified, false);
    }
    const { status, scenarios_completed } = await untilExperiment(api, experiment, undefined, PATIENCE_S);
    assert.deepEqual([status, scenarios_completed], ['completed', SCENARIOS]);
    const run = await untilExecution(api, execution, undefined, PATIENCE_S);
    assert.deepEqual([run.status, run.windows_done], ['completed', DAYS]);

    await api.wait(again.body.job_id);
    const completed = [ended, ...open, again.body.job_id].sort();
    assert.deepEqual(await untilAudited(running.admin, 'solve_completed', completed), completed);
    assert.deepEqual(await untilAudited(running.admin, 'solve_cancelled', [cancelled]), [cancelled]);
    const failed = await jobsAudited(running.admin, 'solve_failed');
    assert.deepEqual(
      failed.filter((id) => completed.includes(id)),
      [],
    );
    const { body: chain } = await running.admin.request<{ valid: boolean }>('GET', '/api/audit/verify');
    assert.equal(chain.valid, true);
  });
});
