/** Jobs that have ended, put where a solve would have left them. */
import { randomUUID } from 'node:crypto';
import type { Db } from 'mongodb';
import { createDocuments } from '../../../mongo/documents.ts';
import { type JobRecord, newJob } from '../../../mongo/jobs.ts';
import type { madeUp } from './case-with-result.ts';

const ASKED = {
  job_type: 'scuc',
  solver: 'highs',
  scenario_id: 'bench',
  time_limit_s: 600,
  mip_gap: 0.001,
} as const;
const ENDED = {
  status: 'completed',
  workflow_started: true,
  progress: 100,
  termination_status: 'OPTIMAL',
} as const;

/** Resolves with the ids of `count` jobs that have the same case and result. */
export async function storeJobs(
  db: Db,
  userId: string,
  { payload, result }: ReturnType<typeof madeUp>,
  count = 1,
): Promise<string[]> {
  const now = new Date();
  const { objective_value } = result;
  const ids = Array.from({ length: count }, () => randomUUID());
  const documents = createDocuments(db);
  for (const id of ids) {
    await documents.put('payload', id, payload);
    await documents.put('result', id, result);
  }
  await db.collection<JobRecord>('jobs').insertMany(
    ids.map((id) => ({
      ...newJob({ id, userId, ...ASKED }, now),
      ...ENDED,
      ...{ objective_value, started_at: now, finished_at: now },
    })),
  );
  return ids;
}
