/** Runs a model of the model builder over HTTP and waits for its end, even while the service fails. */
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { createClient, data, type Reply } from '../../../api/client/client.ts';
import { type Execution, type ExecutionBody, isOver, submitExecution } from '../../../api/client/runs.ts';
import { anonymous } from '../../../api/client/session.ts';
import type { ApiClient } from './api-client.ts';

const POLL_MS = 250;
/** Longest wait for a killed service to return, ms. */
const PATIENCE_MS = 90_000;

const patient = ({ url, token }: ApiClient) =>
  createClient({
    baseUrl: url,
    session: { ...anonymous, headers: async () => ({ authorization: `Bearer ${token}` }) },
    patienceMs: PATIENCE_MS,
  });

export const startExecution = (api: ApiClient, body: object): Promise<string> =>
  submitExecution(patient(api), body as ExecutionBody);

export const readExecution = (api: ApiClient, execution_id: string): Promise<Execution> =>
  data(
    patient(api).GET('/api/model-builder/executions/{execution_id}', { params: { path: { execution_id } } }),
  );

/** Polls the status until `wanted` holds; by default until the execution has ended. */
export async function untilExecution(
  api: ApiClient,
  id: string,
  isReached: (execution: Execution) => boolean = isOver,
  limitS = 120,
): Promise<Execution> {
  const end = Date.now() + limitS * 1000;
  for (;;) {
    const execution = await readExecution(api, id);
    if (isReached(execution)) return execution;
    assert.ok(!isOver(execution) && Date.now() < end, `never came: ${JSON.stringify(execution)}`);
    await delay(POLL_MS);
  }
}

type Day = Reply<'getModelBuilderExecutionsByExecutionIdDays'>['days'][number];

export async function daysOf(api: ApiClient, execution_id: string): Promise<readonly Day[]> {
  const params = { path: { execution_id }, query: { limit: 366 } };
  return (await data(patient(api).GET('/api/model-builder/executions/{execution_id}/days', { params }))).days;
}
