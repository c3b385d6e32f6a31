/** What is under way as server-sent events: `progress` at least every 2 s, then `done` with the status, then the end. */
import { setTimeout as delay } from 'node:timers/promises';
import { isTerminal, type JobStatus } from '../../temporal/messages/job.ts';

/** Between looks; a change is sent at once, the same again after `REPEAT_MS`. */
const LOOK_MS = 500;
const REPEAT_MS = 2000;

/** `toProgress` picks what a `progress` event says; a change of `elapsed_s` alone is no news. */
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
