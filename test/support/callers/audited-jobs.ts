/** Jobs in the audit log, each as often as it is there. */
import { until } from '../until.ts';
import type { ApiClient } from './api-client.ts';
import { persist } from './persist.ts';

/** What a process had no time to append the sweep does, every 15 s. */
const SWEPT_MS = 240_000;

export async function jobsAudited(admin: ApiClient, type: string): Promise<string[]> {
  const path = `/api/audit/logs?type=${type}&limit=1000`;
  const { body } = await persist(() =>
    admin.request<{ logs: { details: { job_id: string } }[] }>('GET', path),
  );
  return body.logs.map(({ details }) => details.job_id).sort();
}

/** Audit entries of `ids`, as soon as all of them are there. */
export async function untilAudited(
  admin: ApiClient,
  type: string,
  ids: readonly string[],
): Promise<string[]> {
  let found: string[] = [];
  await until(async () => {
    found = (await jobsAudited(admin, type)).filter((id) => ids.includes(id));
    return new Set(found).size === ids.length;
  }, SWEPT_MS);
  return found;
}
