/** Runs a model of the model builder over HTTP and waits for its end, however often the service is away. */
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import type { ExecutionDay } from '../../../api/model-builder/days.ts';
import type { Execution } from '../../../api/model-builder/execution.ts';
import type { ApiClient } from './api-client.ts';
import { persist } from './persist.ts';

const POLL_MS = 250;
const BASE = '/api/model-builder';

export async function startExecution(api: ApiClient, body: object): Promise<string> {
  const reply = await persist(() => api.request<{ execution_id: string }>('POST', `${BASE}/run`, { body }));
  assert.equal(reply.status, 202, JSON.stringify(reply.body));
  return reply.body.execution_id;
}

export async function readExecution(api: ApiClient, id: string): Promise<Execution> {
  const reply = await persist(() => api.request<Execution>('GET', `${BASE}/executions/${id}`));
  assert.equal(reply.status, 200, JSON.stringify(reply.body));
  return reply.body;
}

/** Polls until `wanted` holds, by default until the execution is over. */
export async function untilExecution(
  api: ApiClient,
  id: string,
  wanted: (execution: Execution) => boolean = isOver,
  limitS = 120,
): Promise<Execution> {
  const end = Date.now() + limitS * 1000;
  for (;;) {
    const execution = await readExecution(api, id);
    if (wanted(execution)) return execution;
    assert.ok(!isOver(execution) && Date.now() < end, `never came: ${JSON.stringify(execution)}`);
    await delay(POLL_MS);
  }
}

export async function daysOf(api: ApiClient, id: string): Promise<readonly ExecutionDay[]> {
  const path = `${BASE}/executions/${id}/days?limit=366`;
  return (await persist(() => api.request<{ days: ExecutionDay[] }>('GET', path))).body.days;
}

const isOver = ({ status }: Execution): boolean => ['completed', 'failed', 'cancelled'].includes(status);
