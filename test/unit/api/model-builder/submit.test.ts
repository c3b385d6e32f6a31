/** State of stores and workflows after a run is submitted, also if one of them is unavailable. */
import assert from 'node:assert/strict';
import { tokenOf } from '../../../support/callers/accounts.ts';
import { generator } from '../../../support/cases/payloads.ts';
import { startApp, type TestApp } from '../../../support/stack/app.ts';
import { type MemoryModelBuilder, memoryModelBuilder } from '../../../support/stores/memory-model-builder.ts';

const run = (changes: object = {}) => ({ pcm_model_id: 'uc-standard', solver: { id: 'highs' }, ...changes });
const NETWORK = {
  buses: [{ id: 1, v_nom_kv: 110 }],
  lines: [],
  generators: [generator()],
  loads: [{ bus: 1, values: [50] }],
};

describe('a run of the model builder', () => {
  let app: TestApp;
  let memory: MemoryModelBuilder;
  let token: string;
  beforeEach(async () => {
    memory = memoryModelBuilder();
    app = await startApp({ deps: memory.deps, settings: { MAX_OPEN_EXECUTIONS: 2 } });
    token = await tokenOf(app.deps);
  });
  afterEach(() => app.close());

  const submit = (body: object, headers = {}) =>
    app.call('POST', '/api/model-builder/run', { token, body, headers });
  const accepted = async (body: object, headers = {}) => {
    const answer = await submit(body, headers);
    assert.equal(answer.status, 202, answer.text);
    const record = memory.executions.get(answer.body.execution_id);
    assert.ok(record);
    return { id: record._id, record };
  };

  it('is stored and started', async () => {
    const { id, record } = await accepted(run());
    assert.deepEqual([record.status, record.windows, record.workflow_started], ['queued', 1, true]);
    const started = { modelId: 'uc-standard', networkId: 'demo-24h', windows: 1 };
    assert.deepEqual(memory.started, [{ executionId: id, userId: record.user_id, ...started }]);
  });

  it('of a year takes 365 solves', async () => {
    const { record } = await accepted(run({ pcm_model_id: 'pcm-rolling', options: { horizon: 8760 } }));
    assert.equal(record.windows, 365);
  });

  it('is refused while the user has as many open as allowed, and accepted again when one has ended', async () => {
    const { id, record } = await accepted(run());
    await accepted(run());
    const refused = await submit(run());
    assert.equal(refused.status, 429);
    assert.match(refused.body.detail, /2 open executions/);
    assert.match(refused.headers.get('retry-after') ?? '', /^\d+$/);
    memory.executions.set(id, { ...record, status: 'completed' });
    await accepted(run());
  });

  it("keeps a copy of the network as it is now, the caller's own before a shared one", async () => {
    await app.call('PUT', '/api/networks/demo-24h', { token, body: NETWORK });
    const { id, record } = await accepted(run());
    await app.call('PUT', '/api/networks/demo-24h', { token, body: { ...NETWORK, loads: [] } });
    const stored = memory.documents.get(`network/${id}`);
    assert.deepEqual(Object(stored).loads, NETWORK.loads);
    const other = await accepted(run());
    assert.notEqual(other.record.network_version, record.network_version);
  });

  it('is refused while the solver service or Temporal is away', async () => {
    memory.solvers = undefined;
    assert.equal((await submit(run())).status, 502);
    memory.solvers = ['highs'];
    memory.temporalIsDown = true;
    assert.equal((await submit(run())).status, 502);
    assert.equal(memory.executions.size, 0);
  });

  it('is left to the sweep when its workflow does not start', async () => {
    memory.startsFail = true;
    const { record } = await accepted(run());
    assert.equal(record.workflow_started, false);
    assert.ok(app.lines.some(({ msg }) => msg === 'workflow left to the sweep'));
  });

  it('with an Idempotency-Key is started once, and completed by a repetition when it died half way', async () => {
    const key = { 'Idempotency-Key': 'one' };
    const first = await accepted(run(), key);
    assert.equal((await accepted(run(), key)).id, first.id);
    assert.deepEqual([memory.executions.size, memory.started.length], [1, 1]);
    memory.executions.clear();
    assert.equal((await accepted(run(), key)).id, first.id);
    assert.equal((await app.deps.audit.list({ type: 'execution_submitted', limit: 9 })).length, 1);
  });
});
