/** Who may call what: every route by every kind of caller, on all processes. */
import assert from 'node:assert/strict';
import { ROUTES } from '../../api/routes.ts';
import type { ApiClient } from '../support/callers/api-client.ts';
import { startExecution, untilExecution } from '../support/callers/run-execution.ts';
import { submitExperiment, untilExperiment } from '../support/callers/run-experiment.ts';
import { payload } from '../support/cases/payloads.ts';
import { newUser, type RunningStack, runningStack } from '../support/stack/running-stack.ts';

/**
 * Statuses of: none, disabled, stranger (no module), other, reader (API key that may read), user, key (API key
 * of the user), admin. Ids are those of things that `user` owns. The callers come one after the other, so that
 * nobody finds what `user` has deleted; a body is empty, which is past authorization but not valid. The order
 * of routes matters at the end: a logout is the end of all tokens.
 */
const TABLE: Readonly<Record<string, string>> = {
  'get /auth/csrf-token': '200 200 200 200 200 200 200 200',
  'get /auth/options': '200 200 200 200 200 200 200 200',
  'post /auth/login': '400 400 400 400 400 400 400 400',
  'post /auth/refresh': '422 422 422 422 422 422 422 422',
  'post /auth/register': '401 401 403 403 403 403 403 422',
  'post /auth/verify-2fa': '400 400 400 400 400 400 400 400',
  'get /modules/analyst/solve/enhanced-uc/health': '200 200 200 200 200 200 200 200',
  'post /modules/analyst/solve/uc': '401 401 403 422 403 422 422 422',
  'post /modules/analyst/solve/scuc': '401 401 403 422 403 422 422 422',
  'post /modules/analyst/solve/ed': '401 401 403 422 403 422 422 422',
  'get /modules/analyst/solve/{job_id}/status': '401 401 403 404 200 200 200 200',
  'get /modules/analyst/solve/{job_id}': '401 401 403 404 200 200 200 200',
  'get /modules/analyst/solve/{job_id}/results': '401 401 403 404 200 200 200 200',
  'get /modules/analyst/solve/{job_id}/payload': '401 401 403 404 200 200 200 200',
  'post /modules/analyst/solve/{job_id}/repair': '401 401 403 404 403 409 409 409',
  'get /modules/analyst/solve': '401 401 403 200 200 200 200 200',
  'delete /modules/analyst/solve/{job_id}': '401 401 403 404 403 409 409 409',
  'post /modules/analyst/solve/{job_id}/stop': '401 401 403 404 403 409 409 409',
  'get /modules/analyst/solve/{job_id}/events': '401 401 403 404 200 200 200 200',
  'post /modules/analyst/solve/validate': '401 401 403 422 403 422 422 422',
  'post /modules/power-flow/solve': '401 401 403 422 403 422 422 422',
  'post /modules/power-flow/validate': '401 401 403 422 403 422 422 422',
  'post /modules/power-flow/validate-topology': '401 401 403 422 403 422 422 422',
  'post /modules/power-flow/validate-generators': '401 401 403 422 403 422 422 422',
  'post /modules/power-flow/validate-lines': '401 401 403 422 403 422 422 422',
  'post /modules/power-flow/validate-line': '401 401 403 422 403 422 422 422',
  'post /modules/power-flow/validate-case': '401 401 403 422 403 422 422 422',
  'post /modules/power-flow/validate-contingency': '401 401 403 422 403 422 422 422',
  'post /modules/power-flow/validate-flow': '401 401 403 422 403 422 422 422',
  'post /modules/power-flow/check-violations': '401 401 403 422 403 422 422 422',
  'post /modules/power-flow/analyze-stability': '401 401 403 422 403 422 422 422',
  'post /modules/power-flow/validate-units': '401 401 403 422 403 422 422 422',
  'post /modules/power-flow/validate-file': '401 401 403 422 403 422 422 422',
  'get /modules/power-flow/line-limits': '401 401 403 422 422 422 422 422',
  'get /modules/power-flow/limits': '401 401 403 200 200 200 200 200',
  'post /experiments/submit': '401 401 403 422 403 422 422 422',
  'post /experiments/plan': '401 401 403 422 403 422 422 422',
  'get /experiments/{experiment_id}/status': '401 401 403 404 200 200 200 200',
  'get /experiments/{experiment_id}': '401 401 403 404 200 200 200 200',
  'get /experiments/{experiment_id}/results/download': '401 401 403 404 200 200 200 200',
  'get /experiments/{experiment_id}/scenarios': '401 401 403 404 200 200 200 200',
  'get /experiments/{experiment_id}/summary': '401 401 403 404 200 200 200 200',
  'get /experiments': '401 401 403 200 200 200 200 200',
  'delete /experiments/{experiment_id}': '401 401 403 404 403 409 409 409',
  'post /experiments/{experiment_id}/retry': '401 401 403 404 403 409 409 409',
  'get /experiments/{experiment_id}/events': '401 401 403 404 200 200 200 200',
  'get /scenarios': '401 401 403 200 200 200 200 200',
  'get /scenarios/{scenario_id}': '401 401 403 404 200 200 200 404',
  'put /scenarios/{scenario_id}': '401 401 403 422 403 422 422 422',
  'post /modules/analyst/explain/{scenario_id}/generate': '401 401 403 404 403 200 200 404',
  'get /modules/analyst/explain/{scenario_id}': '401 401 403 404 200 200 200 404',
  'post /ai/chat': '401 401 403 400 403 400 400 400',
  'get /ai/chat/history': '401 401 403 200 200 200 200 200',
  'get /ai/agents': '401 401 403 200 200 200 200 200',
  'post /ai/generate-code': '401 401 403 422 403 422 422 422',
  'post /modules/analyst/chat': '401 401 403 422 403 422 422 422',
  'post /scenarios/import': '401 401 403 422 403 422 422 422',
  'get /scenarios/{scenario_id}/export': '401 401 403 422 422 422 422 422',
  'delete /scenarios/{scenario_id}': '401 401 403 404 403 204 404 404',
  'post /networks/import': '401 401 403 422 403 422 422 422',
  'get /networks': '401 401 403 200 200 200 200 200',
  'get /networks/{network_id}/export': '401 401 403 422 422 422 422 422',
  'get /networks/{network_id}': '401 401 403 404 200 200 200 404',
  'put /networks/{network_id}': '401 401 403 422 403 422 422 422',
  'delete /networks/{network_id}': '401 401 403 404 403 204 404 404',
  'get /modules/analyst/solve/{job_id}/diff/{other_job_id}': '401 401 403 404 200 200 200 200',
  'get /model-builder/models': '401 401 403 200 200 200 200 200',
  'get /model-builder/solvers': '401 401 403 200 200 200 200 200',
  'post /model-builder/run': '401 401 403 422 403 422 422 422',
  'get /model-builder/executions': '401 401 403 200 200 200 200 200',
  'get /model-builder/executions/{execution_id}': '401 401 403 404 200 200 200 200',
  'get /model-builder/executions/{execution_id}/days': '401 401 403 404 200 200 200 200',
  'get /model-builder/executions/{execution_id}/report': '401 401 403 404 200 200 200 200',
  'get /model-builder/executions/{execution_id}/export': '401 401 403 404 200 200 200 200',
  'delete /model-builder/executions/{execution_id}': '401 401 403 404 403 409 409 409',
  'get /model-builder/configs': '401 401 403 200 200 200 200 200',
  'post /model-builder/configs': '401 401 403 422 403 422 422 422',
  'get /model-builder/configs/{config_id}': '401 401 403 404 200 200 200 404',
  'delete /model-builder/configs/{config_id}': '401 401 403 404 403 204 404 404',
  'post /model-builder/ai/validate': '401 401 403 422 403 422 422 422',
  'post /model-tuner/ai/validate': '401 401 403 403 403 403 403 422',
  'get /overview': '401 401 200 200 200 200 200 200',
  'get /audit/logs': '401 401 403 403 403 403 403 200',
  'get /audit/verify': '401 401 403 403 403 403 403 200',
  'get /audit/export': '401 401 403 403 403 403 403 200',
  'get /users/me': '401 401 200 200 200 200 200 200',
  'post /users/me/password': '401 401 422 422 403 422 403 422',
  'get /users/me/subscriptions': '401 401 200 200 200 200 200 200',
  'get /users': '401 401 403 403 403 403 403 200',
  'get /users/{user_id}': '401 401 403 403 403 403 403 200',
  'put /users/{user_id}/role': '401 401 403 403 403 403 403 422',
  'put /users/{user_id}/disabled': '401 401 403 403 403 403 403 422',
  'get /users/{user_id}/subscriptions': '401 401 403 403 403 403 403 200',
  'put /users/{user_id}/subscriptions/{module_id}': '401 401 403 403 403 403 403 422',
  'get /modules': '401 401 200 200 200 200 200 200',
  'get /modules/{module_id}': '401 401 200 200 200 200 200 200',
  'get /modules/{module_id}/access': '401 401 200 200 200 200 200 200',
  'post /modules/{module_id}/access': '401 401 403 200 403 200 200 200',
  'get /users/me/2fa': '401 401 200 200 403 200 403 200',
  'post /users/me/2fa/setup': '401 401 422 422 403 422 403 422',
  'post /users/me/2fa/enable': '401 401 422 422 403 422 403 422',
  'post /users/me/2fa/disable': '401 401 422 422 403 422 403 422',
  'post /users/me/2fa/recovery-codes': '401 401 422 422 403 422 403 422',
  'delete /users/{user_id}/2fa': '401 401 403 403 403 403 403 409',
  'post /users/me/api-keys': '401 401 422 422 403 422 403 422',
  'get /users/me/api-keys': '401 401 200 200 403 200 403 200',
  'delete /users/me/api-keys/{key_id}': '401 401 404 404 403 204 403 404',
  'get /health': '200 200 200 200 200 200 200 200',
  'get /health/ready': '200 200 200 200 200 200 200 200',
  'post /auth/logout': '401 401 200 200 403 200 403 200',
};

describe('access', function () {
  this.timeout(180_000);
  let cast: Cast;
  before(async () => {
    cast = await castOfCallers(await runningStack());
  });

  it('is decided for every route', () => {
    const routes = ROUTES.map(({ method, path }) => `${method} ${path}`);
    assert.deepEqual(Object.keys(TABLE).sort(), routes.sort());
  });

  for (const [name, statuses] of Object.entries(TABLE)) {
    it(`to ${name} is as the table says`, async () => {
      const route = ROUTES.find(({ method, path }) => `${method} ${path}` === name);
      assert.ok(route);
      const url = `/api${route.path.replaceAll(/\{(\w+)\}/g, (_, parameter) => cast.owned[parameter] ?? '')}`;
      const options = route.body ? { body: {} } : {};
      const seen: number[] = [];
      for (const caller of CALLERS) {
        seen.push((await cast.callers[caller].request(route.method.toUpperCase(), url, options)).status);
      }
      assert.equal(seen.join(' '), statuses, CALLERS.join(' '));
    });
  }
});

/** The kinds of callers that access is decided for, in the order in which they call. */
const CALLERS = ['none', 'disabled', 'stranger', 'other', 'reader', 'user', 'key', 'admin'] as const;
type Caller = (typeof CALLERS)[number];

interface Cast {
  readonly callers: Readonly<Record<Caller, ApiClient>>;
  /** Values of path parameters: what `user` owns. */
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
    const made = await user.request<{ api_key: string }>('POST', '/api/users/me/api-keys', { body });
    assert.equal(made.status, 201);
    return user.as(made.body.api_key);
  };
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
    },
    owned: { ...(await possessions(user)), user_id: await idOf(other) },
  };
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
  await user.wait(job_id);
  await untilExperiment(user, experiment_id);
  await untilExecution(user, execution_id);
  return {
    job_id,
    other_job_id: job_id,
    scenario_id: 'own',
    network_id: 'own',
    experiment_id,
    execution_id,
    config_id: config.body.config_id,
    key_id: key.body.key_id,
    module_id: 'analyst',
  };
}
