/** Address of a scenario, and the request that stores it with a changed name, description or tags. */
import type { Reply } from '../../client/client.ts';
import { put } from '../parts/session.ts';
import { callCase } from '../solve/case.ts';

export type Record = Omit<Reply<'getScenariosByScenarioId'>, 'payload'>;

export const scenarioPath = (id: string): string => `/scenarios/${encodeURIComponent(id)}`;

type Words = Pick<Record, 'name' | 'description' | 'job_type' | 'network_id' | 'tags'>;

/**
 * Stores a scenario. `file`: contains the payload. `version`: the version that is replaced; if the stored one is newer,
 * the request is refused, so that no other change is lost.
 */
export async function store(scenario_id: string, words: Words, file: Blob, version?: string): Promise<void> {
  const { name, description, job_type, network_id, tags } = words;
  const body = await callCase('body', file, { name, description, job_type, network_id, tags });
  await put('/api/scenarios/{scenario_id}', {
    params: { path: { scenario_id } },
    ...(version && { headers: { 'If-Match': `"${version}"` } }),
    // The cast is needed because the declared type is an object; the serializer sends the blob.
    body: {} as never,
    bodySerializer: () => body,
  });
}
