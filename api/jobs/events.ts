/** A job as server-sent events: `progress` at least every 2 s, then `done` with the status, then the end. */
import { setTimeout as delay } from 'node:timers/promises';
import { isTerminal, type JobStatusReply } from '../../temporal/messages/job.ts';

/** Between looks at the job; a change is sent at once, the same again after `REPEAT_MS`. */
const LOOK_MS = 500;
const REPEAT_MS = 2000;

export async function* jobEvents(
  read: () => Promise<JobStatusReply>,
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
    const data = progressOf(status);
    const text = JSON.stringify({ ...data, elapsed_s: 0 });
    if (text !== sent || Date.now() - sentAt >= REPEAT_MS) {
      yield event(id, 'progress', data);
      sent = text;
      sentAt = Date.now();
      id += 1;
    }
    await delay(LOOK_MS);
  }
}

const event = (id: number, name: string, data: object): string =>
  `id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

const progressOf = ({ status, progress, progress_detail, queue_position }: JobStatusReply) => ({
  status,
  progress,
  phase: progress_detail?.phase ?? null,
  incumbent: progress_detail?.incumbent ?? null,
  bound: progress_detail?.bound ?? null,
  mip_gap: progress_detail?.mip_gap ?? null,
  elapsed_s: progress_detail?.elapsed_s ?? 0,
  queue_position,
});
