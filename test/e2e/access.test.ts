/** Who may call what: every route by every kind of caller, on all processes. */
import assert from 'node:assert/strict';
import { ROUTES } from '../../api/routes.ts';
import { CALLERS, type Cast, castOfCallers } from '../support/callers/cast-of-callers.ts';
import { runningStack } from '../support/stack/running-stack.ts';

/**
 * Statuses of: none, disabled, stranger (no module), other, reader (API key that may read), user, key (API key
 * of the user), admin. Ids are those of things that `user` owns. The callers come one after the other, so that
 * nobody finds what `user` has deleted; a body is empty, which is past authorization but not valid. The order
 * of routes matters at the end: a logout is the end of all tokens.
 */
const TABLE: Readonly<Record<string, string>> = {
  'get /auth/csrf-token': '200 200 200 200 200 200 200 200',
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
  'post /ai/generate-code': '401 401 403 422 403 422 422 422',
  'post /modules/analyst/chat': '401 401 403 422 403 422 422 422',
  'post /scenarios/import': '401 401 403 422 403 422 422 422',
  'get /scenarios/{scenario_id}/export': '401 401 403 422 422 422 422 422',
  'delete /scenarios/{scenario_id}': '401 401 403 404 403 204 404 404',
  'get /networks': '401 401 403 200 200 200 200 200',
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
  'delete /model-builder/executions/{execution_id}': '401 401 403 404 403 409 409 409',
  'get /model-builder/configs': '401 401 403 200 200 200 200 200',
  'post /model-builder/configs': '401 401 403 422 403 422 422 422',
  'get /model-builder/configs/{config_id}': '401 401 403 404 200 200 200 404',
  'delete /model-builder/configs/{config_id}': '401 401 403 404 403 204 404 404',
  'post /model-builder/ai/validate': '401 401 403 422 403 422 422 422',
  'post /model-tuner/ai/validate': '401 401 403 403 403 403 403 422',
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
