/** Ids of jobs in the audit log; a job occurs once for each of its entries. */
import { until } from '../until.ts';
import type { ApiClient } from './api-client.ts';
import { persist } from './persist.ts';

/** Longest wait for an audit entry that its process did not append, ms; the sweep appends it within 15 s. */
const SWEPT_MS = 240_000;

export async function jobsAudited(admin: ApiClient, type: string): Promise<string[]> {
  const path = `/api/audit/logs?type=${type}&limit=1000`;
  const { body } = await persist(() =>
    admin.request<{ logs: { details: { job_id: string } }[] }>('GET', path),
  );
  return body.logs.map(({ details }) => details.job_id).sort();
}

/** Audit entries of `ids`, once all of them have appeared. */
export async function untilAudited(
  admin: ApiClient,
  type: string,
  ids: readonly string[],
): Promise<string[]> {
  let audited: string[] = [];
  await until(async () => {
    audited = (await jobsAudited(admin, type)).filter((id) => ids.includes(id));
    return new Set(audited).size === ids.length;
  }, SWEPT_MS);
  return audited;
}
