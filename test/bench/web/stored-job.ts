/** A job that has ended, put where a solve would have left it. */
import { randomUUID } from 'node:crypto';
import type { Db } from 'mongodb';
import { createDocuments } from '../../../mongo/documents.ts';
import type { JobRecord } from '../../../mongo/jobs.ts';
import { newRecord } from '../../../mongo/lifecycle.ts';
import type { largeResult } from './large-result.ts';

/** Resolves with the ids of `count` jobs that have the same case and result. */
export async function storeJobs(
  db: Db,
  userId: string,
  { payload, result }: ReturnType<typeof largeResult>,
  count = 1,
): Promise<string[]> {
  const now = new Date();
  const records = Array.from(
    { length: count },
    (): JobRecord => ({
      ...newRecord(randomUUID(), userId, now),
      status: 'completed',
      started_at: now,
      finished_at: now,
      workflow_started: true,
      job_type: 'scuc',
      solver: 'highs',
      scenario_id: 'bench',
      name: null,
      tags: [],
      time_limit_s: 600,
      mip_gap: 0.001,
      parent: null,
      progress: 100,
      termination_status: 'OPTIMAL',
      objective_value: result.objective_value,
    }),
  );
  const documents = createDocuments(db);
  for (const { _id } of records) {
    await documents.put('payload', _id, payload);
    await documents.put('result', _id, result);
  }
  await db.collection<JobRecord>('jobs').insertMany(records);
  return records.map(({ _id }) => _id);
}
