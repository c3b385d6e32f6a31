/** Submits experiments to a running API and waits for their end, even while the service fails. */
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import type { ScenarioView } from '../../../api/experiments/scenario-view.ts';
import type { ExperimentReply } from '../../../temporal/case/messages/experiment.ts';
import type { ApiClient } from './api-client.ts';
import { persist } from './persist.ts';

const POLL_MS = 250;
const isOver = ({ status }: ExperimentReply): boolean =>
  ['completed', 'failed', 'cancelled'].includes(status);

/** Submission of an experiment over scenarios, or over runs of the model builder. */
export interface Submission {
  readonly base_scenario_id?: string;
  readonly scenario_matrix?: object;
  readonly execution?: object;
  readonly seeds?: object;
  readonly name?: string;
  readonly max_parallel?: number;
}

export async function submitExperiment(api: ApiClient, body: Submission): Promise<string> {
  const reply = await api.request<{ experiment_id: string }>('POST', '/api/experiments/submit', {
    body: { name: 'test', max_parallel: 8, ...body },
  });
  assert.equal(reply.status, 202, JSON.stringify(reply.body));
  return reply.body.experiment_id;
}

export async function experimentStatus(api: ApiClient, id: string): Promise<ExperimentReply> {
  const { status, body } = await persist(() =>
    api.request<ExperimentReply>('GET', `/api/experiments/${id}/status`),
  );
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

/** Polls the status until `wanted` holds; by default until the experiment has ended. */
export async function untilExperiment(
  api: ApiClient,
  id: string,
  isReached: (status: ExperimentReply) => boolean = isOver,
  limitS = 120,
): Promise<ExperimentReply> {
  const end = Date.now() + limitS * 1000;
  for (;;) {
    const status = await experimentStatus(api, id);
    if (isReached(status)) return status;
    assert.ok(!isOver(status) && Date.now() < end, `never came: ${JSON.stringify(status)}`);
    await delay(POLL_MS);
  }
}

export async function scenariosOf(api: ApiClient, id: string): Promise<readonly ScenarioView[]> {
  const path = `/api/experiments/${id}/scenarios?limit=200`;
  const { status, body } = await persist(() => api.request<{ scenarios: ScenarioView[] }>('GET', path));
  assert.equal(status, 200, JSON.stringify(body));
  return body.scenarios;
}
