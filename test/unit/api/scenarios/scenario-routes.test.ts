/** The scenario routes, good and bad, and what a submission leaves of its payload. */
import assert from 'node:assert/strict';
import type { SolvePayload } from '../../../../temporal/case/messages/payload.ts';
import { tokenOf } from '../../../support/callers/accounts.ts';
import { generator, payload } from '../../../support/cases/payloads.ts';
import { type CallOptions, startApp, type TestApp } from '../../../support/stack/app.ts';
import { noJobs } from '../../../support/stack/no-jobs.ts';

const SEEDS = ['base', 'demo-24h', 'demo-scuc-24h', 'rts24', 'rts24-scuc'];
const LINE = { id: 'L1', from_bus: 1, to_bus: 2, x_pu: 0.1 };
const inUse = new Set<string>();
const accepted: string[] = [];

/** Stores that take a submission and forget it, for all that this test needs of a job. */
const jobs = {
  ...noJobs(),
  documents: { ...noJobs().documents, putPacked: async () => {} },
  jobs: {
    ...noJobs().jobs,
    accept: async ({ _id }: { _id: string }) => {
      accepted.push(_id);
    },
    markWorkflowStarted: async () => {},
    countOpen: async () => 0,
  },
  workflows: { ...noJobs().workflows, start: async () => {} },
  pingTemporal: async () => {},
  solverService: {
    ...noJobs().solverService,
    requireSolver: async () => {},
    validate: async () => ({ valid: true, findings: [], size: { rows: 1, columns: 1, integers: 1 } }),
  },
};

const experiments = {
  ...noJobs().experiments,
  usesScenario: async (_user: string, id: string) => inUse.has(id),
};

describe('scenarios', () => {
  let app: TestApp;
  let token: string;
  before(async () => {
    app = await startApp({ deps: { ...jobs, experiments } });
  });
  after(() => app.close());
  beforeEach(async () => {
    token = await tokenOf(app.deps);
  });

  const call = (method: string, id: string, options: CallOptions = {}) =>
    app.call(method, `/api/scenarios/${encodeURIComponent(id)}`, { token, ...options });
  const put = (id: string, body: object = { payload: payload() }, headers = {}) =>
    call('PUT', id, { body, headers });
  const list = async (query = '') => (await app.call('GET', `/scenarios${query}`, { token })).body;
  const submit = (scenario_id: string, value: SolvePayload, route = 'uc') =>
    app.call('POST', `/modules/analyst/solve/${route}`, { token, body: { scenario_id, payload: value } });
  const changes = async () => {
    const entries = await app.deps.audit.list({ type: 'scenario_changed', limit: 100 });
    return entries.map(({ details }) => [details['scenario_id'], details['action'], details['version']]);
  };

  it('are created with 201 and replaced with 200, and come back with their payload', async () => {
    const body = {
      name: 'Winter',
      description: 'Cold',
      tags: ['a'],
      network_id: 'rts24',
      payload: payload(),
    };
    const created = await put('my/case 1', body);
    assert.equal(created.status, 201, created.text);
    assert.equal(created.headers.get('etag'), `"${created.body.version}"`);
    const { body: read, headers } = await call('GET', 'my/case 1');
    const { payload: stored, versions, ...summary } = read;
    assert.deepEqual(stored, payload());
    assert.deepEqual(summary, created.body);
    assert.deepEqual(versions, [{ version: summary.version, created_at: summary.created_at }]);
    assert.equal(headers.get('etag'), created.headers.get('etag'));
    const replaced = await put('my/case 1');
    assert.equal(replaced.status, 200);
    assert.deepEqual(
      [replaced.body.name, replaced.body.description, replaced.body.tags, replaced.body.network_id],
      ['my/case 1', null, [], null],
    );
  });

  it('say what they are meant for, or take it from their lines', async () => {
    assert.equal((await put('uc')).body.job_type, 'uc');
    assert.equal((await put('uc', { payload: payload({ transmission_lines: [] }) })).body.job_type, 'uc');
    const withLines = payload({ transmission_lines: [LINE] });
    assert.equal((await put('scuc', { payload: withLines })).body.job_type, 'scuc');
    assert.equal((await put('ed', { payload: withLines, job_type: 'ed' })).body.job_type, 'ed');
  });

  it('keep older payloads, which ?version= reads', async () => {
    const first = await put('case');
    await put('case', { payload: payload({ horizon: 1, loads: [{ bus: 1, values: [50] }] }) });
    const { body } = await call('GET', 'case');
    assert.equal(body.versions.length, 2);
    assert.equal(body.payload.horizon, 1);
    const old = await app.call('GET', `/scenarios/case?version=${first.body.version}`, { token });
    assert.deepEqual(old.body.payload, payload());
    assert.equal(old.body.version, first.body.version);
    assert.equal(old.headers.get('etag'), `"${first.body.version}"`);
    assert.equal((await app.call('GET', '/scenarios/case?version=none', { token })).status, 404);
  });

  it('are replaced under If-Match only by who knows the current version', async () => {
    const { body } = await put('case');
    const next = { payload: payload({ generators: [generator({ p_max: 500 })] }) };
    assert.equal((await put('case', next, { 'If-Match': '"other"' })).status, 409);
    assert.equal((await put('new', next, { 'If-Match': '"other"' })).status, 409);
    assert.equal((await put('case', next, { 'If-Match': `"${body.version}"` })).status, 200);
    assert.equal((await put('case', next, { 'If-Match': `W/"${body.version}"` })).status, 409);
    assert.equal((await put('case', next, { 'If-Match': '*' })).status, 200);
  });

  it('are checked as a solve is: the exact place of every problem, in the words of the client', async () => {
    const CASES = [
      [{}, ['body', 'payload'], 'missing'],
      [{ payload: payload({ horizon: 4 }) }, ['body', 'payload', 'loads', 0, 'values'], 'wrong_length'],
      [
        { payload: payload({ generators: [generator(), generator()] }) },
        ['body', 'payload', 'generators', 1, 'name'],
        'duplicate',
      ],
      [
        { payload: { ...payload(), transmission_lines: [{ ...LINE, x_pu: undefined, reactance: 'x' }] } },
        ['body', 'payload', 'transmission_lines', 0, 'reactance'],
        'float_type',
      ],
      [{ payload: payload(), job_type: 'opf' }, ['body', 'job_type'], 'enum'],
      [{ payload: payload(), network_id: 'nowhere' }, ['body', 'network_id'], 'unknown_element'],
    ] as const;
    for (const [body, loc, type] of CASES) {
      const answer = await put('bad', body);
      assert.equal(answer.status, 422, answer.text);
      const [problem] = answer.body.detail;
      assert.deepEqual([problem.loc, problem.type], [loc, type]);
    }
    assert.equal((await call('GET', 'bad')).status, 404);
  });

  it('are listed without payloads, the last changed first, the shared ones at the end, page by page', async () => {
    await put('one');
    await put('two');
    const all = await list();
    const ids = all.scenarios.map((scenario: { scenario_id: string }) => scenario.scenario_id);
    assert.deepEqual(ids, ['two', 'one', ...SEEDS]);
    assert.equal(all.total, ids.length);
    assert.ok(all.scenarios.every((scenario: object) => !('payload' in scenario)));
    for (const [offset, expected] of [
      [0, ['two', 'one']],
      [1, ['one', 'base']],
      [3, ['demo-24h', 'demo-scuc-24h']],
      [6, ['rts24-scuc']],
      [9, []],
    ] as const) {
      const page = await list(`?limit=2&offset=${offset}`);
      assert.deepEqual(
        page.scenarios.map((scenario: { scenario_id: string }) => scenario.scenario_id),
        expected,
      );
    }
    assert.equal((await app.call('GET', '/scenarios?limit=101', { token })).status, 422);
  });

  it('that are shared are read-only, and a record of the same id takes their place', async () => {
    const { body } = await call('GET', 'demo-scuc-24h');
    assert.deepEqual([body.owner, body.job_type, body.network_id], [null, 'scuc', 'demo-6bus']);
    assert.equal((await call('DELETE', 'base')).status, 403);
    const shared = (await call('GET', 'base')).body;
    assert.equal((await app.call('GET', `/scenarios/base?version=${shared.version}`, { token })).status, 200);
    assert.equal((await put('base')).status, 201);
    assert.deepEqual((await call('GET', 'base')).body.payload, payload());
    assert.equal((await app.call('GET', `/scenarios/base?version=${shared.version}`, { token })).status, 404);
    assert.equal((await list()).total, SEEDS.length);
    assert.equal((await call('DELETE', 'base')).status, 204);
    assert.equal((await call('GET', 'base')).body.owner, null);
  });

  it('of others do not exist', async () => {
    await put('mine');
    const other = await tokenOf(app.deps);
    for (const method of ['GET', 'DELETE']) {
      assert.equal((await call(method, 'mine', { token: other })).status, 404);
    }
    assert.equal((await call('DELETE', 'nothing')).status, 404);
    assert.equal((await call('GET', 'mine')).status, 200);
  });

  it('stay while an experiment runs on them', async () => {
    await put('busy');
    inUse.add('busy');
    assert.equal((await call('DELETE', 'busy')).status, 409);
    inUse.clear();
    assert.equal((await call('DELETE', 'busy')).status, 204);
  });

  it('leave every change in the audit log', async () => {
    const { version } = (await put('told')).body;
    await put('told', { payload: payload(), name: 'Other' });
    await put('told', { payload: payload({ horizon: 9 }) });
    await call('DELETE', 'told');
    const told = (await changes()).filter(([id]) => id === 'told');
    assert.deepEqual(told, [
      ['told', 'deleted', version],
      ['told', 'updated', version],
      ['told', 'created', version],
    ]);
  });

  describe('of a submission', () => {
    it('hold its payload and its job, and keep the name they were given', async () => {
      await put('walk', { payload: payload(), name: 'My walk', tags: ['keep'] });
      const value = payload({ generators: [generator({ p_max: 300 })] });
      const { status, body } = await submit('walk', value, 'ed');
      assert.equal(status, 202);
      const scenario = (await call('GET', 'walk')).body;
      assert.deepEqual(scenario.payload, value);
      assert.deepEqual(
        [scenario.last_job_id, scenario.name, scenario.tags, scenario.job_type],
        [body.job_id, 'My walk', ['keep'], 'ed'],
      );
      assert.equal(scenario.versions.length, 2);
    });

    it('appear under the id the client chose, one version for any number of equal submissions', async () => {
      for (let i = 0; i < 3; i++) await submit('new', payload());
      const scenario = (await call('GET', 'new')).body;
      assert.deepEqual([scenario.name, scenario.job_type, scenario.versions.length], ['new', 'uc', 1]);
      assert.equal(scenario.last_job_id, accepted.at(-1));
    });

    it('do not come from a refusal or a dry run', async () => {
      assert.equal((await submit('none', payload({ horizon: 5 }))).status, 422);
      assert.equal((await submit('none', payload(), 'validate')).status, 200);
      assert.equal((await call('GET', 'none')).status, 404);
    });
  });
});
