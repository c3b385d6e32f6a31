/** Access control: every route requested by every kind of caller, on all processes. */
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { ROUTES } from '../../api/routes.ts';
import type { ApiClient } from '../support/callers/api-client.ts';
import { startExecution, untilExecution } from '../support/callers/run-execution.ts';
import { submitExperiment, untilExperiment } from '../support/callers/run-experiment.ts';
import { payload } from '../support/cases/payloads.ts';
import { isFullSize } from '../support/full-size.ts';
import { readTsv } from '../support/read-tsv.ts';
import { newUser, type RunningStack, runningStack } from '../support/stack/running-stack.ts';

/**
 * Callers. A stranger has no module; the reader is an API key of the user that may only read, the key one that may do
 * everything; links share the job, the experiment and the run of the user.
 */
const ACCOUNTS = ['none', 'disabled', 'stranger', 'other', 'reader', 'user', 'key', 'admin'] as const;
const LINKS = ['jobLink', 'experimentLink', 'runLink'] as const;
const CALLERS = [...ACCOUNTS, ...LINKS] as const;
type Caller = (typeof CALLERS)[number];

/**
 * In a sample every reading route is requested by every third caller, shifted from route to route. For routes that
 * change something all callers count, since a change depends on the callers before.
 */
const SAMPLED = 3;
const callersOf = (route: number, reads: boolean): readonly Caller[] =>
  isFullSize || !reads ? CALLERS : CALLERS.filter((_, at) => (at + route) % SAMPLED === 0);

/**
 * Expected statuses by caller, for things that `user` owns. A body is empty: it passes authorization and fails
 * validation. Routes that change something are requested by one caller after the other, so that no caller finds what
 * `user` has deleted. The record of the job, and its link with it, is deleted last; the final logout ends all tokens.
 */
const TABLE = readTsv('access/routes.tsv', ['route', ...CALLERS]);

describe('access', function () {
  this.timeout(180_000);
  let cast: Cast;
  before(async () => {
    cast = await castOfCallers(await runningStack());
  });

  it('is decided for every route', () => {
    const routes = ROUTES.map(({ method, path }) => `${method} ${path}`);
    assert.deepEqual(TABLE.map(({ route }) => route).sort(), routes.sort());
  });

  for (const [at, { route: name, ...statuses }] of TABLE.entries()) {
    it(`to ${name} has the statuses of the table`, async () => {
      const route = ROUTES.find(({ method, path }) => `${method} ${path}` === name);
      assert.ok(route);
      const url = `/api${route.path.replaceAll(/\{(\w+)\}/g, (_, parameter) => cast.owned[parameter] ?? '')}`;
      const options = route.body ? { body: {} } : {};
      const callers = callersOf(at, route.method === 'get');
      const statusByCaller: Partial<Record<Caller, string>> = {};
      const ask = async (caller: Caller) => {
        const { status } = await cast.callers[caller].request(route.method.toUpperCase(), url, options);
        statusByCaller[caller] = String(status);
      };
      if (route.method === 'get') await Promise.all(callers.map(ask));
      else for (const caller of callers) await ask(caller);
      assert.deepEqual(
        statusByCaller,
        Object.fromEntries(callers.map((caller) => [caller, statuses[caller]])),
      );
    });
  }
});

interface Cast {
  readonly callers: Readonly<Record<Caller, ApiClient>>;
  /** Values of path parameters: ids of objects that `user` owns. */
  readonly owned: Readonly<Record<string, string>>;
}

const MODULES = ['analyst', 'power-flow', 'model-builder', 'model-tuner'];

async function castOfCallers(running: RunningStack): Promise<Cast> {
  const { admin } = running;
  const [user, other, stranger, disabled] = await Promise.all(
    Array.from({ length: 4 }, () => newUser(running)),
  );
  assert.ok(user && other && stranger && disabled);
  const idOf = async (api: ApiClient): Promise<string> =>
    (await api.request<{ user_id: string }>('GET', '/api/users/me')).body.user_id;
  const strangerId = await idOf(stranger);
  for (const id of MODULES) {
    const path = `/api/users/${strangerId}/subscriptions/${id}`;
    assert.equal((await admin.request('PUT', path, { body: { access_level: 'none' } })).status, 200);
  }
  const disabledId = await idOf(disabled);
  const off = await admin.request('PUT', `/api/users/${disabledId}/disabled`, { body: { disabled: true } });
  assert.equal(off.status, 200);
  const key = async (name: string, scopes: string[]): Promise<ApiClient> => {
    const body = { name, scopes };
    const created = await user.request<{ api_key: string }>('POST', '/api/users/me/api-keys', { body });
    assert.equal(created.status, 201);
    return user.as(created.body.api_key);
  };
  const owned = await possessions(user);
  const link = async (kind: string, id: string | undefined) => user.as((await share(user, kind, id)).secret);
  return {
    callers: {
      none: user.as(undefined),
      disabled,
      stranger,
      other,
      reader: await key('reader', ['read']),
      user,
      key: await key('all', ['read', 'write']),
      admin,
      jobLink: await link('job', owned['job_id']),
      experimentLink: await link('experiment', owned['experiment_id']),
      runLink: await link('run', owned['execution_id']),
    },
    owned: { ...owned, user_id: await idOf(other) },
  };
}

async function share(user: ApiClient, kind: string, id: string | undefined) {
  const body = { kind, id };
  const created = await user.request<{ share_id: string; secret: string }>('POST', '/api/shares', { body });
  assert.equal(created.status, 201);
  return created.body;
}

async function possessions(user: ApiClient): Promise<Record<string, string>> {
  const job_id = await user.submit('uc', payload(), { scenario_id: 'own' });
  const { body: seed } = await user.request<object>('GET', '/api/networks/demo-24h');
  await user.request('PUT', '/api/networks/own', { body: { ...seed, name: 'Own' } });
  const experiment_id = await submitExperiment(user, {
    base_scenario_id: 'own',
    scenario_matrix: { method: 'grid', variables: [{ name: 'load', type: 'discrete', values: [1] }] },
  });
  const execution_id = await startExecution(user, { pcm_model_id: 'uc-standard', solver: { id: 'highs' } });
  const config = await user.request<{ config_id: string }>('POST', '/api/model-builder/configs', {
    body: { name: 'own', description: null, pcm_model_id: 'uc-standard', solver: { id: 'highs' } },
  });
  const key = await user.request<{ key_id: string }>('POST', '/api/users/me/api-keys', {
    body: { name: 'to delete' },
  });
  const schedule = await user.request<{ schedule_id: string }>('POST', '/api/schedules', {
    body: { name: 'own', cron: '0 0 1 1 *', solve: { scenario_id: 'own' } },
  });
  const webhook = await user.request<{ webhook_id: string }>('POST', '/api/webhooks', {
    body: { url: 'https://receiver.invalid' },
  });
  const study = await user.request<{ study_id: string; status: string }>('POST', '/api/connection-studies', {
    body: { network_id: 'demo-3bus', candidates: [{ bus: 3, kind: 'load' }], max_mw: 1 },
  });
  const { study_id } = study.body;
  await user.wait(job_id);
  await untilExperiment(user, experiment_id);
  await untilExecution(user, execution_id);
  const read = () => user.request<{ status: string }>('GET', `/api/connection-studies/${study_id}`);
  while ((await read()).body.status !== 'completed') await delay(500);
  return {
    job_id,
    other_job_id: job_id,
    what_if_id: job_id,
    scenario_id: 'own',
    network_id: 'own',
    experiment_id,
    execution_id,
    study_id,
    config_id: config.body.config_id,
    key_id: key.body.key_id,
    schedule_id: schedule.body.schedule_id,
    webhook_id: webhook.body.webhook_id,
    delivery_id: 'none',
    share_id: (await share(user, 'job', job_id)).share_id,
    module_id: 'analyst',
    session_id: 'none',
    name: 'get_lmp',
  };
}
