/** `Prefer: wait=N` (RFC 7240): answers when the status is another one, or after N seconds. */
import { setTimeout as delay } from 'node:timers/promises';
import { isTerminal, type JobStatus } from '../../temporal/messages/job.ts';

const LONGEST_S = 30;
const POLL_MS = 250;

/** Seconds asked for, 0..30; undefined when the header asks for none. */
export function waitSeconds(prefer: string | undefined): number | undefined {
  const wait = prefer?.match(/(?:^|[,;\s])wait\s*=\s*"?(\d{1,9})"?/i)?.[1];
  return wait === undefined ? undefined : Math.min(LONGEST_S, Number(wait));
}

export async function awaitChange<Status extends { readonly status: JobStatus }>(
  read: () => Promise<Status>,
  waitS: number,
  signal: AbortSignal,
): Promise<Status> {
  const end = Date.now() + waitS * 1000;
  const first = await read();
  let now = first;
  while (now.status === first.status && !isTerminal(now.status) && Date.now() < end && !signal.aborted) {
    const pauseMs = Math.min(POLL_MS, Math.max(0, end - Date.now()));
    await delay(pauseMs, undefined, { signal }).catch(() => undefined);
    now = await read();
  }
  return now;
}
