/** The kinds of callers that access is decided for, and what the user among them owns. */
import assert from 'node:assert/strict';
import { payload } from '../cases/payloads.ts';
import { newUser, type RunningStack } from '../stack/running-stack.ts';
import type { ApiClient } from './api-client.ts';
import { startExecution, untilExecution } from './run-execution.ts';
import { submitExperiment, untilExperiment } from './run-experiment.ts';

/** In the order in which they call. */
export const CALLERS = ['none', 'disabled', 'stranger', 'other', 'reader', 'user', 'key', 'admin'] as const;
export type Caller = (typeof CALLERS)[number];

export interface Cast {
  readonly callers: Readonly<Record<Caller, ApiClient>>;
  /** Values of path parameters: what `user` owns. */
  readonly owned: Readonly<Record<string, string>>;
}

const MODULES = ['analyst', 'power-flow', 'model-builder', 'model-tuner'];

export async function castOfCallers(running: RunningStack): Promise<Cast> {
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
