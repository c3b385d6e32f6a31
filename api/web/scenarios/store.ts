/** A scenario as the server keeps it: where it is shown, and how it is stored again under other words. */
import type { Reply } from '../../client/client.ts';
import { put } from '../parts/session.ts';
import { callCase } from '../solve/case.ts';

export type Record = Omit<Reply<'getScenariosByScenarioId'>, 'payload'>;

export const scenarioPath = (id: string): string => `/scenarios/${encodeURIComponent(id)}`;

type Words = Pick<Record, 'name' | 'description' | 'job_type' | 'network_id' | 'tags'>;

/** `file` has the payload. `version`: replaces that one only, so that nothing of somebody else is lost. */
export async function store(scenario_id: string, words: Words, file: Blob, version?: string): Promise<void> {
  const { name, description, job_type, network_id, tags } = words;
  const body = await callCase('body', file, { name, description, job_type, network_id, tags });
  await put('/api/scenarios/{scenario_id}', {
    params: { path: { scenario_id } },
    ...(version && { headers: { 'If-Match': `"${version}"` } }),
    // What is sent is the blob; the type of a body is that of its object.
    body: {} as never,
    bodySerializer: () => body,
  });
}
