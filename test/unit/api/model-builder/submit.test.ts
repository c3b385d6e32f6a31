/** Submitting a run of the model builder: what is refused, what is stored, and that it happens once. */
import assert from 'node:assert/strict';
import { tokenOf } from '../../../support/callers/accounts.ts';
import { generator } from '../../../support/cases/payloads.ts';
import { startApp, type TestApp } from '../../../support/stack/app.ts';
import { type MemoryModelBuilder, memoryModelBuilder } from '../../../support/stores/memory-model-builder.ts';

const QUOTA = 10;
const run = (changes: object = {}) => ({ pcm_model_id: 'uc-standard', solver: { id: 'highs' }, ...changes });
const withSolver = (solver: object) => run({ solver: { id: 'highs', ...solver } });
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
    app = await startApp({ deps: memory.deps, settings: { RATE_LIMIT_SOLVES_PER_MINUTE: QUOTA } });
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
    return { ...answer, id: record._id, record };
  };
  const submissions = () => app.deps.audit.list({ type: 'execution_submitted', limit: 100 });

  it('is accepted with its id and where to look', async () => {
    const { body, headers, id } = await accepted(run());
    const status_url = `/api/model-builder/executions/${id}`;
    assert.deepEqual(body, { execution_id: id, status: 'queued', status_url });
    assert.equal(headers.get('location'), status_url);
    assert.match(headers.get('ratelimit') ?? '', /r=9/);
  });

  it('is refused while the user has as many open as allowed, and accepted again when one has ended', async () => {
    await app.close();
    app = await startApp({ deps: memory.deps, settings: { MAX_OPEN_EXECUTIONS: 2 } });
    token = await tokenOf(app.deps);
    const { id, record } = await accepted(run());
    await accepted(run());
    const refused = await submit(run());
    assert.equal(refused.status, 429);
    assert.match(refused.body.detail, /2 open executions/);
    assert.match(refused.headers.get('retry-after') ?? '', /^\d+$/);
    memory.executions.set(id, { ...record, status: 'completed' });
    await accepted(run());
  });

  it('is stored with every default in its place, started and audited', async () => {
    const { id, record } = await accepted(run());
    assert.deepEqual(record.solver, {
      id: 'highs',
      time_limit: 300,
      mip_gap: 0.001,
      presolve: 'choose',
      random_seed: 0,
    });
    assert.deepEqual(record.options, { horizon: 24, include_reserves: false });
    assert.deepEqual([record.status, record.windows, record.workflow_started], ['queued', 1, true]);
    assert.deepEqual(memory.started, [
      {
        executionId: id,
        userId: record.user_id,
        modelId: 'uc-standard',
        networkId: 'demo-24h',
        windows: 1,
      },
    ]);
    const [entry] = await submissions();
    assert.deepEqual([entry?.details['execution_id'], entry?.details['pcm_model_id']], [id, 'uc-standard']);
    assert.deepEqual([entry?.details['network_id'], entry?.details['solver']], ['demo-24h', 'highs']);
  });

  it('takes parameters of its solver beside the id or in an object of their own, and no unknown ones', async () => {
    const parameters = { time_limit: 60, mip_gap: 0.01, presolve: 'off', random_seed: 7 };
    for (const solver of [parameters, { parameters }, { mip_gap: 0.5, time_limit: 60, parameters }]) {
      const { record } = await accepted(withSolver(solver));
      assert.deepEqual(record.solver, { id: 'highs', ...parameters });
    }
    const { record } = await accepted(withSolver({ mip_gap: 0.5, parameters: { time_limit: 60 } }));
    assert.deepEqual([record.solver.mip_gap, record.solver.time_limit], [0.5, 60]);
    for (const [solver, ...path] of [
      [{ nope: 1 }, 'nope'],
      [{ parameters: { mipgap: 1 } }, 'parameters', 'mipgap'],
      [{ parameters: { mip_gap: 2 } }, 'parameters', 'mip_gap'],
    ] as const) {
      const { status, body } = await submit(withSolver(solver));
      assert.equal(status, 422);
      assert.deepEqual(body.detail[0].loc, ['body', 'solver', ...path]);
    }
  });

  it('keeps what it was told, and nothing it does not know', async () => {
    const solver = { id: 'highs', time_limit: 60, mip_gap: 0, presolve: 'off', random_seed: 7 };
    const options = { horizon: 168, include_reserves: true };
    const { record } = await accepted(run({ solver, options: { ...options, colour: 'red' } }));
    assert.deepEqual(record.solver, solver);
    assert.deepEqual(record.options, options);
  });

  it("keeps a copy of the network as it is now, the caller's own before a shared one", async () => {
    await app.call('PUT', '/api/networks/demo-24h', { token, body: NETWORK });
    const { id, record } = await accepted(run());
    await app.call('PUT', '/api/networks/demo-24h', { token, body: { ...NETWORK, loads: [] } });
    const kept = memory.documents.get(`network/${id}`);
    assert.deepEqual(Object(kept).loads, NETWORK.loads);
    const other = await accepted(run());
    assert.notEqual(other.record.network_version, record.network_version);
  });

  for (const [pcm_model_id, horizon, windows] of [
    ['pcm-rolling', undefined, 1],
    ['pcm-rolling', 25, 2],
    ['pcm-rolling', 8760, 365],
    ['uc-standard', 168, 1],
  ] as const) {
    it(`takes ${windows} solves for ${horizon ?? 'the default'} hours of ${pcm_model_id}`, async () => {
      const { record } = await accepted(run({ pcm_model_id, options: { horizon } }));
      assert.equal(record.windows, windows);
    });
  }

  for (const [pcm_model_id, basic] of [
    ['uc-standard', 202],
    ['ed-hourly', 202],
    ['scuc-dc', 403],
    ['pcm-rolling', 403],
  ] as const) {
    it(`of ${pcm_model_id} is ${basic} at access level basic and 202 at standard`, async () => {
      const { user_id } = (await app.call('GET', '/users/me', { token })).body;
      for (const [level, status] of [
        ['basic', basic],
        ['standard', 202],
      ] as const) {
        await app.deps.subscriptions.grant(user_id, 'model-builder', level, new Date());
        app.deps.accountCache.changed();
        assert.equal((await submit(run({ pcm_model_id }))).status, status, level);
      }
      assert.equal(app.deps.audit.events().includes('access_denied'), basic === 403);
    });
  }

  for (const [what, body] of [
    ['model', run({ pcm_model_id: 'constructor' })],
    ['network', run({ network_id: 'nowhere' })],
    ['solver', run({ solver: { id: 'simplex' } })],
  ] as const) {
    it(`does not find an unknown ${what}`, async () => {
      assert.equal((await submit(body)).status, 404);
      assert.equal(memory.executions.size, 0);
    });
  }

  for (const [body, loc, type] of [
    [{}, ['pcm_model_id'], 'missing'],
    [{ pcm_model_id: 'uc-standard' }, ['solver'], 'missing'],
    [run({ solver: {} }), ['solver', 'id'], 'missing'],
    [run({ solver: 'highs' }), ['solver'], 'dict_type'],
    [run({ solver: { id: 'gurobi' } }), ['solver', 'id'], 'enum'],
    [run({ pcm_model_id: 'pcm-rolling', solver: { id: 'cbc' } }), ['solver', 'id'], 'enum'],
    [withSolver({ time_limit: 0 }), ['solver', 'time_limit'], 'greater_than_equal'],
    [withSolver({ time_limit: 3601 }), ['solver', 'time_limit'], 'less_than_equal'],
    [withSolver({ time_limit: 1.5 }), ['solver', 'time_limit'], 'int_type'],
    [withSolver({ time_limit: '60' }), ['solver', 'time_limit'], 'int_type'],
    [withSolver({ mip_gap: -0.1 }), ['solver', 'mip_gap'], 'greater_than_equal'],
    [withSolver({ mip_gap: 1.1 }), ['solver', 'mip_gap'], 'less_than_equal'],
    [withSolver({ presolve: 'maybe' }), ['solver', 'presolve'], 'enum'],
    [withSolver({ random_seed: 2 ** 31 }), ['solver', 'random_seed'], 'less_than_equal'],
    [run({ options: { horizon: 0 } }), ['options', 'horizon'], 'greater_than_equal'],
    [run({ options: { horizon: 169 } }), ['options', 'horizon'], 'less_than_equal'],
    [
      run({ pcm_model_id: 'pcm-rolling', options: { horizon: 8785 } }),
      ['options', 'horizon'],
      'less_than_equal',
    ],
    [
      run({ pcm_model_id: 'pcm-rolling', options: { outage_seed: 1 } }),
      ['options', 'outage_seed'],
      'value_error',
    ],
    [run({ options: { wind_scale: 1.1 } }), ['options', 'wind_scale'], 'value_error'],
    [run({ options: { load_scale: 11 } }), ['options', 'load_scale'], 'less_than_equal'],
    [run({ options: { include_reserves: 1 } }), ['options', 'include_reserves'], 'bool_type'],
  ] as const) {
    it(`is refused with ${type} at ${loc.join('.')}: ${JSON.stringify(body)}`, async () => {
      const answer = await submit(body);
      assert.equal(answer.status, 422, answer.text);
      assert.deepEqual([answer.body.detail[0].loc, answer.body.detail[0].type], [['body', ...loc], type]);
      assert.equal(memory.executions.size, 0);
    });
  }

  it('is refused while its solver, the solver service or Temporal is away', async () => {
    assert.equal((await submit(run({ solver: { id: 'cbc' } }))).status, 503);
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

  it('costs one solve of the quota, and a refused one costs none', async () => {
    await submit(run({ network_id: 'nowhere' }));
    for (let i = 0; i < QUOTA; i++) await accepted(run());
    const { status, headers } = await submit(run());
    assert.equal(status, 429);
    assert.ok(Number(headers.get('retry-after')) > 0);
  });

  describe('with an Idempotency-Key', () => {
    const KEY = { 'Idempotency-Key': 'one' };

    it('is accepted once, however often it is sent', async () => {
      const first = await accepted(run(), KEY);
      const second = await accepted(run(), KEY);
      assert.equal(second.id, first.id);
      assert.equal(second.headers.get('idempotency-replayed'), 'true');
      assert.deepEqual([memory.executions.size, memory.started.length], [1, 1]);
      assert.equal((await submissions()).length, 1);
    });

    it('is completed by a repetition when it died half way', async () => {
      const first = await accepted(run(), KEY);
      memory.executions.clear();
      const second = await accepted(run(), KEY);
      assert.equal(second.id, first.id);
      assert.equal((await submissions()).length, 1);
    });

    it('is refused when it is empty or too long', async () => {
      for (const key of ['', 'k'.repeat(256)]) {
        const { status, body } = await submit(run(), { 'Idempotency-Key': key });
        assert.equal(status, 422);
        assert.deepEqual(body.detail[0].loc, ['header', 'Idempotency-Key']);
      }
      assert.equal(memory.executions.size, 0);
    });

    it('is refused for another body', async () => {
      await accepted(run(), KEY);
      assert.equal((await submit(run({ pcm_model_id: 'ed-hourly' }), KEY)).status, 409);
    });
  });
});
