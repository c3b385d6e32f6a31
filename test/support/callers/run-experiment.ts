/** Submits experiments to a running API and waits for them. */
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import type { ExperimentReply } from '../../../temporal/case/messages/experiment.ts';
import type { ApiClient } from './api-client.ts';

const POLL_MS = 250;
const isOver = ({ status }: ExperimentReply): boolean =>
  ['completed', 'failed', 'cancelled'].includes(status);

export interface Submission {
  readonly base_scenario_id: string;
  readonly scenario_matrix: object;
  readonly name?: string;
  readonly max_parallel?: number;
  readonly timeout_per_scenario?: number;
}

export async function submitExperiment(api: ApiClient, body: Submission): Promise<string> {
  const reply = await api.request<{ experiment_id: string }>('POST', '/api/experiments/submit', {
    body: { name: 'test', max_parallel: 8, timeout_per_scenario: 60, ...body },
  });
  assert.equal(reply.status, 202, JSON.stringify(reply.body));
  return reply.body.experiment_id;
}

export async function experimentStatus(api: ApiClient, id: string): Promise<ExperimentReply> {
  const { status, body } = await api.request<ExperimentReply>('GET', `/api/experiments/${id}/status`);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

/** Polls until `wanted` holds, by default until the experiment is over. */
export async function untilExperiment(
  api: ApiClient,
  id: string,
  wanted: (status: ExperimentReply) => boolean = isOver,
  limitS = 120,
): Promise<ExperimentReply> {
  const end = Date.now() + limitS * 1000;
  for (;;) {
    const status = await experimentStatus(api, id);
    if (wanted(status)) return status;
    assert.ok(!isOver(status) && Date.now() < end, `never came: ${JSON.stringify(status)}`);
    await delay(POLL_MS);
  }
}
