/** Saved configurations: kept complete, unique by name for each user, and told to the audit log. */
import assert from 'node:assert/strict';
import { tokenOf } from '../../../support/callers/accounts.ts';
import { startApp, type TestApp } from '../../../support/stack/app.ts';
import { memoryModelBuilder } from '../../../support/stores/memory-model-builder.ts';

const config = (changes: object = {}) => ({
  name: 'Winter week',
  pcm_model_id: 'scuc-dc',
  solver: { id: 'highs', mip_gap: 0.01 },
  ...changes,
});

describe('saved configurations', () => {
  let app: TestApp;
  let token: string;
  before(async () => {
    app = await startApp({ deps: memoryModelBuilder().deps });
  });
  after(() => app.close());
  beforeEach(async () => {
    token = await tokenOf(app.deps);
  });

  const call = (method: string, path = '', options = {}) =>
    app.call(method, `/api/model-builder/configs${path}`, { token, ...options });
  const save = (body: object = config(), options = {}) => call('POST', '', { body, ...options });
  const names = async () => (await call('GET')).body.configs.map((entry: { name: string }) => entry.name);

  it('come back whole, with the defaults of what was left out', async () => {
    const { status, body, headers } = await save(config({ description: 'Cold' }));
    assert.equal(status, 201);
    assert.deepEqual(body, { config_id: body.config_id, name: 'Winter week' });
    assert.equal(headers.get('location'), `/api/model-builder/configs/${body.config_id}`);
    const read = (await call('GET', `/${body.config_id}`)).body;
    assert.deepEqual(read, {
      config_id: body.config_id,
      name: 'Winter week',
      description: 'Cold',
      pcm_model_id: 'scuc-dc',
      solver: { id: 'highs', time_limit: 300, mip_gap: 0.01, presolve: 'choose', random_seed: 0 },
      created_at: read.created_at,
    });
    const { description, solver, ...summary } = read;
    assert.deepEqual((await call('GET')).body.configs, [summary]);
  });

  it('need no description', async () => {
    for (const [name, description] of [
      ['a', null],
      ['b', undefined],
    ]) {
      const { body } = await save(config({ name, description }));
      assert.equal((await call('GET', `/${body.config_id}`)).body.description, null);
    }
    assert.deepEqual(await names(), ['b', 'a']);
  });

  it('are listed page by page to who asks for it', async () => {
    for (const name of ['a', 'b', 'c']) await save(config({ name }));
    const { body } = await call('GET', '?limit=1&offset=1');
    assert.deepEqual([body.configs.length, body.configs[0].name, body.total], [1, 'b', 3]);
    assert.equal((await call('GET', '?limit=0')).status, 422);
  });

  it('have names of their own, of which every user may use each', async () => {
    assert.equal((await save()).status, 201);
    assert.equal((await save(config({ pcm_model_id: 'uc-standard' }))).status, 409);
    assert.equal((await save(config({ name: 'winter week' }))).status, 201);
    assert.equal((await save(config(), { token: await tokenOf(app.deps) })).status, 201);
  });

  it('count the characters of a name as people do', async () => {
    assert.equal((await save(config({ name: '⚡'.repeat(120) }))).status, 201);
    assert.equal((await save(config({ name: '🔌'.repeat(120) }))).status, 201);
    assert.equal((await save(config({ name: '🔌'.repeat(121) }))).status, 422);
  });

  for (const [body, loc, type] of [
    [{}, ['name'], 'missing'],
    [config({ name: '' }), ['name'], 'string_too_short'],
    [config({ name: 'x'.repeat(121) }), ['name'], 'string_too_long'],
    [config({ description: 'x'.repeat(2001) }), ['description'], 'string_too_long'],
    [config({ solver: undefined }), ['solver'], 'missing'],
    [config({ solver: { id: 'highs', mip_gap: 2 } }), ['solver', 'mip_gap'], 'less_than_equal'],
    [config({ pcm_model_id: 'pcm-rolling', solver: { id: 'cbc' } }), ['solver', 'id'], 'enum'],
  ] as const) {
    it(`are refused with ${type} at ${loc.join('.')}`, async () => {
      const answer = await save(body);
      assert.equal(answer.status, 422, answer.text);
      assert.deepEqual([answer.body.detail[0].loc, answer.body.detail[0].type], [['body', ...loc], type]);
      assert.deepEqual(await names(), []);
    });
  }

  it('do not name models or solvers that do not exist', async () => {
    assert.equal((await save(config({ pcm_model_id: 'opf' }))).status, 404);
    assert.equal((await save(config({ solver: { id: 'simplex' } }))).status, 404);
  });

  it('are saved for a solver that cannot be used just now', async () => {
    assert.equal((await save(config({ solver: { id: 'cbc' } }))).status, 201);
  });

  it('of others do not exist', async () => {
    const { body } = await save();
    const other = { token: await tokenOf(app.deps, 'admin') };
    for (const method of ['GET', 'DELETE']) {
      assert.equal((await call(method, `/${body.config_id}`, other)).status, 404);
      assert.equal((await call(method, '/nothing')).status, 404);
    }
    assert.deepEqual((await call('GET', '', other)).body.configs, []);
    assert.deepEqual(await names(), ['Winter week']);
  });

  it('leave their creation and their end in the audit log, and free their name', async () => {
    const { config_id } = (await save(config({ name: 'told' }))).body;
    assert.equal((await call('DELETE', `/${config_id}`)).status, 204);
    assert.equal((await call('GET', `/${config_id}`)).status, 404);
    assert.equal((await save(config({ name: 'told' }))).status, 201);
    const entries = await app.deps.audit.list({ type: 'config_changed', limit: 100 });
    const told = entries.filter(({ details }) => details['config_id'] === config_id);
    assert.deepEqual(
      told.map(({ details }) => [details['action'], details['name']]),
      [
        ['deleted', 'told'],
        ['created', 'told'],
      ],
    );
  });
});
