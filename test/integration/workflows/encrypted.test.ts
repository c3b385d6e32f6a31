/**
 * Payloads and failures encrypted with TEMPORAL_PAYLOAD_KEYS on a real server, and the endpoint that decrypts them for
 * the Web UI.
 */
import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { cancelled, heartbeat } from '@temporalio/activity';
import { WorkflowFailedError } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';
import { bundleWorkflowCode, Worker, type WorkflowBundleOption } from '@temporalio/worker';
import { attemptLost } from '../../../activities/solve/failures.ts';
import { NOT_STARTED } from '../../../temporal/case/messages/job.ts';
import type {
  Heartbeat,
  RunSolverInput,
  SolveInput,
  SolveSummary,
} from '../../../temporal/case/messages/solve-run.ts';
import { connectTemporal } from '../../../temporal/client.ts';
import { dataConverterOf, type PayloadJson } from '../../../temporal/codec.ts';
import { createJobWorkflows, pendingSolve } from '../../../temporal/jobs.ts';
import { ORCHESTRATION_QUEUE } from '../../../temporal/names.ts';
import { solverQueue } from '../../../temporal/solvers.ts';
import { createWatchApp } from '../../../workers/http/watch-app.ts';
import { createWorkerMetrics } from '../../../workers/metrics.ts';
import { QUIET } from '../../support/stack/quiet-runtime.ts';
import { connectForTests, type TemporalForTests, WORKFLOW_BUNDLE } from '../../support/stack/temporal.ts';
import { until } from '../../support/until.ts';

const newKey = (id: string): string => `${id}:${randomBytes(32).toString('base64')}`;
const FIRST = newKey('first');
const KEYS = `${newKey('second')},${FIRST}`;
const WORKFLOWS = fileURLToPath(new URL('../../../workflows/index.js', import.meta.url));
/** A cost whose digits occur nowhere else. */
const COST = 424_242.75;
const SUMMARY: SolveSummary = { terminationStatus: 'OPTIMAL', objectiveValue: COST, mipGap: 0 };
const REASON = `costs ${COST} are too high`;
const BEAT: Heartbeat = {
  schema: 1,
  startedAt: '2026-01-01T00:00:00.000Z',
  starts: 1,
  percent: 40,
  progress: { ...NOT_STARTED, phase: 'search', incumbent: COST },
};

describe('payloads under TEMPORAL_PAYLOAD_KEYS', function () {
  this.timeout(90_000);
  let temporal: TemporalForTests;
  const connections: { close(): Promise<void> }[] = [];
  let encrypting: WorkflowBundleOption;
  before(async () => {
    temporal = await connectForTests();
    const { failureConverterPath = '' } = dataConverterOf({ TEMPORAL_PAYLOAD_KEYS: KEYS });
    encrypting = await bundleWorkflowCode({ workflowsPath: WORKFLOWS, failureConverterPath, logger: QUIET });
  });
  after(async () => {
    for (const connection of connections) await connection.close();
    await temporal.close();
  });

  function clientWith(keys?: string) {
    const settings = { TEMPORAL_ADDRESS: temporal.address, TEMPORAL_NAMESPACE: 'default' };
    const connected = connectTemporal({ ...settings, TEMPORAL_PAYLOAD_KEYS: keys }, 'test');
    connections.push(connected);
    return connected.client;
  }
  const activities = {
    runSolver: async ({ jobId }: RunSolverInput) => {
      if (jobId.startsWith('fails')) throw ApplicationFailure.nonRetryable(REASON, 'SOLVER_ERROR');
      heartbeat(BEAT);
      const isReleased = async () => released.has(jobId);
      await Promise.race([until(isReleased), cancelled()]).catch(() => {
        throw attemptLost(BEAT);
      });
      return SUMMARY;
    },
    finishJob: async ({ end }: { end: object }) => ({ end, finishedAt: '2026-01-01T00:00:09.000Z' }),
  };
  const released = new Set<string>();
  /** Runs `meanwhile` beside an orchestrator and a solver with these keys. */
  async function beside<T>(
    keys: string | undefined,
    meanwhile: () => Promise<T>,
    workflowBundle = encrypting,
  ) {
    const worker = (taskQueue: string, more: object) =>
      Worker.create({
        connection: temporal.connection,
        dataConverter: dataConverterOf({ TEMPORAL_PAYLOAD_KEYS: keys }),
        maxHeartbeatThrottleInterval: '100ms',
        shutdownGraceTime: 0,
        ...{ taskQueue, activities, ...more },
      });
    const solver = await worker(solverQueue('cplex'), {});
    const orchestrator = await worker(ORCHESTRATION_QUEUE, { workflowBundle });
    return solver.runUntil(orchestrator.runUntil(meanwhile));
  }
  const begin = async (client = clientWith(KEYS), jobId: string = randomUUID()) => {
    const input: SolveInput = {
      jobId,
      ...{ userId: 'u1', jobType: 'uc', solver: 'cplex', scenarioId: 'case' },
      ...{ timeLimitS: 60, mipGap: 0.001 },
    };
    await createJobWorkflows(client).start(input);
    return jobId;
  };
  const isSolving = async (jobId: string): Promise<boolean> => {
    const description = await temporal.client.workflow.getHandle(jobId).describe();
    return description.raw.pendingActivities?.some(({ lastStartedTime }) => lastStartedTime) ?? false;
  };
  /** All data that the server keeps of a run, bytes as text. */
  async function stored(jobId: string): Promise<string> {
    const json = historyToJSON(await temporal.client.workflow.getHandle(jobId).fetchHistory());
    const bytes = [...json.matchAll(/"data": "([^"]+)"/g)].map(([, data = '']) => atob(data));
    return [json, ...bytes].join('\n');
  }

  it('are stored without a plain figure, and read with the key', async () => {
    const client = clientWith(KEYS);
    const { jobId, beat } = await beside(KEYS, async () => {
      const jobId = await begin(client);
      const handle = client.workflow.getHandle(jobId);
      const pending = async () => (await pendingSolve(client, await handle.describe()))?.heartbeat;
      await until(async () => Boolean(await pending()));
      const beat = await pending();
      released.add(jobId);
      await handle.result();
      return { jobId, beat };
    });
    assert.deepEqual(beat, BEAT);
    assert.match(await stored(jobId), new RegExp(`"encryption-key-id": "${btoa('second')}"`));
    assert.doesNotMatch(await stored(jobId), /424242|OPTIMAL|timeLimitS/);
    assert.match(JSON.stringify(await client.workflow.getHandle(jobId).result()), /424242/);
  });

  it('hold the reason of a failure, which its reader sees', async () => {
    const client = clientWith(KEYS);
    const jobId = await begin(client, `fails-${randomUUID()}`);
    const failure = await beside(KEYS, () =>
      client.workflow
        .getHandle(jobId)
        .result()
        .catch((error: unknown) => error),
    );
    assert.ok(failure instanceof WorkflowFailedError);
    assert.match(String(failure.cause?.message), /424242/);
    assert.doesNotMatch(await stored(jobId), /424242/);
    assert.match(await stored(jobId), /Encoded failure/);
  });

  for (const [change, before, then] of [
    ['go on from plain ones when keys are set', undefined, FIRST],
    ['go on when another key comes first', FIRST, KEYS],
    ['go on when the first is plain again', FIRST, `plain,${FIRST}`],
  ] as const)
    it(change, async () => {
      const client = clientWith(before);
      const plain = before ? undefined : WORKFLOW_BUNDLE;
      const jobId = await begin(client);
      await beside(before, () => until(() => isSolving(jobId)), plain);
      released.add(jobId);
      await beside(then, () => clientWith(then).workflow.getHandle(jobId).result());
      assert.equal((await temporal.client.workflow.getHandle(jobId).describe()).status.name, 'COMPLETED');
      assert.equal(/OPTIMAL/.test(await stored(jobId)), then.startsWith('plain'));
    });

  it('are refused in words with another key, and with none', async () => {
    const jobId = await begin(clientWith(FIRST), `fails-${randomUUID()}`);
    await beside(FIRST, () =>
      clientWith(FIRST)
        .workflow.getHandle(jobId)
        .result()
        .catch(() => undefined),
    );
    for (const [keys, words] of [
      [newKey('first'), /key "first" of TEMPORAL_PAYLOAD_KEYS is another one/],
      [newKey('other'), /encrypted with key "first", which TEMPORAL_PAYLOAD_KEYS lacks/],
      [undefined, /encrypted with key "first", which TEMPORAL_PAYLOAD_KEYS lacks/],
    ] as const)
      await assert.rejects(clientWith(keys).workflow.getHandle(jobId).result(), words);
  });

  describe('at the endpoint for the Web UI', () => {
    const ORIGIN = 'http://127.0.0.1:8233';
    const parts = {
      token: undefined,
      probes: {},
      states: () => [],
      registry: createWorkerMetrics().registry,
    };
    const decoding = {
      codecs: dataConverterOf({ TEMPORAL_PAYLOAD_KEYS: KEYS }).payloadCodecs,
      origin: ORIGIN,
    };
    const server = createWatchApp({ ...parts, decoding }, { error: () => undefined }).listen(0, '127.0.0.1');
    before(() => server.listening || once(server, 'listening'));
    after(() => server.close());
    const ask = (body: unknown, { origin = ORIGIN, method = 'POST' } = {}) =>
      fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/codec/decode`, {
        method,
        headers: { ...(origin && { origin }), 'content-type': 'application/json', connection: 'close' },
        body: method === 'POST' ? JSON.stringify(body) : null,
      });
    const base64 = (text: string): string => btoa(text);
    const plain: PayloadJson = { metadata: { encoding: base64('json/plain') }, data: base64('42') };

    it('are decoded as the history has them, plain ones as they are', async () => {
      const jobId = await begin();
      const { events } = JSON.parse(
        historyToJSON(await temporal.client.workflow.getHandle(jobId).fetchHistory()),
      );
      const { payloads } = events[0].workflowExecutionStartedEventAttributes.input;
      const reply = await ask({ payloads: [...payloads, plain] });
      assert.equal(reply.headers.get('access-control-allow-origin'), ORIGIN);
      const decoded = ((await reply.json()) as { payloads: PayloadJson[] }).payloads;
      assert.equal(JSON.parse(atob(decoded[0]?.data ?? '')).jobId, jobId);
      assert.deepEqual(decoded[1], plain);
    });
    it('are for the page of the Web UI only', async () => {
      for (const origin of ['', 'null', 'http://evil.example', 'http://127.0.0.1:8234'])
        assert.equal((await ask({ payloads: [] }, { origin })).status, 403, origin);
      assert.equal((await ask({}, { method: 'OPTIONS' })).status, 204);
      assert.equal((await ask({}, { method: 'GET' })).status, 405);
    });
    it('are refused in words when they are none, unreadable, or too many', async () => {
      const metadata = { encoding: base64('binary/encrypted'), 'encryption-key-id': base64('gone') };
      for (const [body, status, words] of [
        [{ payloads: [{ metadata, data: plain.data }] }, 400, /key \\"gone\\"/],
        [{ payloads: [{ metadata: { encoding: 5 } }] }, 422, /metadata/],
        [{}, 422, /payloads/],
        [{ payloads: [{ data: 'A'.repeat(17 * 1024 * 1024) }] }, 413, /Body/],
      ] as const) {
        const reply = await ask(body);
        assert.equal(reply.status, status);
        assert.match(await reply.text(), words);
      }
    });
  });
});
