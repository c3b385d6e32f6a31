/** Two ways to follow the status of what is under way: server-sent events, and a reply that waits for a change. */
import { setTimeout as delay } from 'node:timers/promises';
import { isTerminal, type JobStatus } from '../../temporal/case/messages/job.ts';

/** Between looks; a change is sent at once, the same again after `REPEAT_MS`. */
const LOOK_MS = 500;
const REPEAT_MS = 2000;

/**
 * `progress` at least every 2 s, then `done` with the status, then the end. `toProgress` picks what a `progress`
 * event says; a change of `elapsed_s` alone is no news.
 */
export async function* eventStream<Status extends { readonly status: JobStatus }>(
  read: () => Promise<Status>,
  toProgress: (status: Status) => object,
  signal: AbortSignal,
): AsyncGenerator<string> {
  let sent = '';
  let sentAt = 0;
  for (let id = 1; !signal.aborted; ) {
    const status = await read();
    if (isTerminal(status.status)) {
      yield event(id, 'done', status);
      return;
    }
    const data = toProgress(status);
    const text = JSON.stringify({ ...data, elapsed_s: 0 });
    if (text !== sent || Date.now() - sentAt >= REPEAT_MS) {
      yield event(id, 'progress', data);
      sent = text;
      sentAt = Date.now();
      id += 1;
    }
    await delay(LOOK_MS, undefined, { signal }).catch(() => undefined);
  }
}

const event = (id: number, name: string, data: object): string =>
  `id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

const LONGEST_S = 30;
const POLL_MS = 250;

/** The N of `Prefer: wait=N` (RFC 7240), 0..30 s; undefined when the header asks for none. */
export function waitSeconds(prefer: string | undefined): number | undefined {
  const wait = prefer?.match(/(?:^|[,;\s])wait\s*=\s*"?(\d{1,9})"?/i)?.[1];
  return wait === undefined ? undefined : Math.min(LONGEST_S, Number(wait));
}

/** Answers when the status is another one, or after `waitS` seconds. */
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
