/** MongoDB is restored from a backup that was taken during work, as the operator's README says. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { acquireTemporal } from '../../workers/local/acquire/temporal.ts';
import { runCommand } from '../../workers/local/plain/run-command.mjs';
import { type StartedStack, startStack } from '../../workers/local/stack/start-stack.ts';
import { type ApiClient, SOLVE, signIn } from '../support/callers/api-client.ts';
import { startExecution, untilExecution } from '../support/callers/run-execution.ts';
import { submitExperiment, untilExperiment } from '../support/callers/run-experiment.ts';
import { hardCase } from '../support/cases/hard-case.ts';
import { payload } from '../support/cases/payloads.ts';
import { until } from '../support/until.ts';

const README = new URL('../../../workers/README.md', import.meta.url);
const OPEN_JOBS = 6;
const PATIENCE_MS = 240_000;
const COMMAND_S = 20;
/** No addresses: servers of its own even where the environment names those of another stack. */
const SETTINGS = {
  NODE_ENV: 'test',
  BCRYPT_COST: '4',
  RATE_LIMIT_SOLVES_PER_MINUTE: '100000',
  SOLVER_WARM_UP: 'false',
  MONGODB_URI: '',
  TEMPORAL_ADDRESS: '',
};

describe('a backup that was taken during work', function () {
  this.timeout(900_000);
  let folder: string;
  let started: StartedStack;
  let api: ApiClient;
  const start = async (env: Readonly<Record<string, string>> = {}) => {
    const dataFolder = join(folder, 'data');
    started = await startStack({
      dataFolder,
      env: { ...SETTINGS, ...env },
      usualPorts: false,
      say: () => undefined,
    });
    const { username, password } = started.admin;
    api = await signIn(started.stack.api_url, username, password);
  };
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'grid-backup-'));
    await start();
  });
  after(async () => {
    await started?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** The files of a member that is locked meanwhile. */
  async function backUp(): Promise<void> {
    const mongo = await MongoClient.connect(started.stack.mongodb_uri);
    try {
      const admin = mongo.db('admin');
      await admin.command({ fsync: 1, lock: true });
      await cp(join(folder, 'data/mongod'), join(folder, 'backup'), { recursive: true });
      await admin.command({ fsyncUnlock: 1 });
    } finally {
      await mongo.close();
    }
  }
  async function restore(): Promise<void> {
    const namespace = await createNamespace();
    await started.stop();
    await rm(join(folder, 'data/mongod'), { recursive: true });
    await cp(join(folder, 'backup'), join(folder, 'data/mongod'), { recursive: true });
    await start({ TEMPORAL_NAMESPACE: namespace });
  }
  /** With the command of the README. */
  async function createNamespace(): Promise<string> {
    const [line] = /^ *temporal operator namespace create .*$/m.exec(await readFile(README, 'utf8')) ?? [];
    assert.ok(line, 'the README has no such command');
    const { found } = await acquireTemporal({ env: { ...process.env, TEMPORAL_ADDRESS: '' } });
    const [, ...args] = line.trim().split(' ');
    const address = ['--address', started.stack.temporal_address];
    await runCommand(found.command ?? '', [...args, ...address], { deadlineS: COMMAND_S });
    return args[args.indexOf('--namespace') + 1] ?? '';
  }
  const aHardJob = (n: number, timeout: number): Promise<string> =>
    api.submit('uc', hardCase(20, 24, n), { timeout });
  /** How often the audit log says of each job that it has ended so. */
  async function logged(type: string): Promise<string[]> {
    const { body } = await api.request<{ logs: { details: { job_id: string } }[] }>(
      'GET',
      `/api/audit/logs?type=${type}&limit=1000`,
    );
    return body.logs.map(({ details }) => details.job_id);
  }

  it('ends what was accepted before it exactly once, and knows nothing of what came after', async () => {
    const ended = await api.submit('uc', payload());
    const result = await api.result(ended);
    const cancelled = await aHardJob(1, 60);
    await api.request('DELETE', `${SOLVE}/${cancelled}`);
    await api.wait(cancelled);
    const experiment = await submitExperiment(api, {
      base_scenario_id: 'rts24',
      scenario_matrix: {
        method: 'grid',
        variables: [{ name: 'load', type: 'continuous', min: 0.9, max: 1, steps: 8 }],
      },
      max_parallel: 1,
    });
    const execution = await startExecution(api, {
      pcm_model_id: 'pcm-rolling',
      solver: { id: 'highs' },
      network_id: 'rts24',
      options: { horizon: 168 },
    });
    await untilExperiment(api, experiment, ({ scenarios_completed }) => scenarios_completed > 0);
    await untilExecution(api, execution, ({ windows_done }) => (windows_done ?? 0) > 0);
    const open: string[] = [];
    for (let n = 0; n < OPEN_JOBS; n++) open.push(await aHardJob(n, 2));
    await backUp();
    // Open in the backup, and over in Temporal.
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
      assert.equal((await api.wait(id, undefined, PATIENCE_MS / 1000)).status, 'completed');
      assert.notEqual((await api.result(id)).certificate?.verified, false);
    }
    const { status, scenarios_completed } = await untilExperiment(
      api,
      experiment,
      undefined,
      PATIENCE_MS / 1000,
    );
    assert.deepEqual([status, scenarios_completed], ['completed', 8]);
    const run = await untilExecution(api, execution, undefined, PATIENCE_MS / 1000);
    assert.deepEqual([run.status, run.windows_done], ['completed', 7]);

    await api.wait(again.body.job_id);
    const completed = [ended, ...open, again.body.job_id].sort();
    await until(async () => (await logged('solve_completed')).length >= completed.length, PATIENCE_MS);
    assert.deepEqual((await logged('solve_completed')).sort(), completed);
    assert.deepEqual(await logged('solve_failed'), []);
    assert.deepEqual(await logged('solve_cancelled'), [cancelled]);
    const { body: chain } = await api.request<{ valid: boolean }>('GET', '/api/audit/verify');
    assert.equal(chain.valid, true);
  });
});
