/** Server-sent events over `fetch`, which unlike `EventSource` can send a token. */
import { isPassing, sleep } from './patient-fetch.ts';
import { Problem } from './problem.ts';

export interface ServerEvent {
  readonly type: string;
  readonly id: string;
  /** Data of the event as raw text; JSON in this service. */
  readonly data: string;
}

/** Longest silence of a healthy stream, ms; its comments arrive more often. */
const SILENCE_MS = 45_000;
const AGAIN_MS = 1000;

/**
 * Follows a stream until its event `done`, and reopens it from the last event when the connection is lost. Ends
 * without an error when `signal` aborts; rejects with `Problem` when refused.
 */
export async function* followEvents(open: OpenStream, signal: AbortSignal): AsyncGenerator<ServerEvent> {
  const position = { lastId: '' };
  while (!signal.aborted) {
    if (yield* untilBreak(open, position, signal)) return;
    await sleep(AGAIN_MS, signal).catch(() => {});
  }
}

type OpenStream = (lastId: string, signal: AbortSignal) => Promise<Response>;

/** Yields events until `done` or a break. Returns true after `done`, false if the stream broke off. */
async function* untilBreak(
  open: OpenStream,
  position: { lastId: string },
  signal: AbortSignal,
): AsyncGenerator<ServerEvent, boolean> {
  try {
    for await (const event of readOnce(await open(position.lastId, signal), signal)) {
      if (event.id) position.lastId = event.id;
      yield event;
      if (event.type === 'done') return true;
    }
  } catch (error) {
    if (!signal.aborted && error instanceof Problem && !isPassing(error)) throw error;
  }
  return false;
}

async function* readOnce({ body }: Response, signal: AbortSignal): AsyncGenerator<ServerEvent> {
  if (!body) return;
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await inTime(reader.read(), signal);
      if (done) return;
      const blocks = (rest + value).split(/\r?\n\r?\n/);
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const event = parseEvent(block);
        if (event) yield event;
      }
    }
  } finally {
    void reader.cancel().catch(() => {});
  }
}

/** Reads the next chunk. Rejects after a long silence, because a dead connection may never report an end. */
async function inTime<T>(read: Promise<T>, signal: AbortSignal): Promise<T> {
  const over = new AbortController();
  const silence = sleep(SILENCE_MS, AbortSignal.any([signal, over.signal])).then(() => {
    throw new Error('the stream fell silent');
  });
  try {
    return await Promise.race([read, silence]);
  } finally {
    silence.catch(() => {});
    over.abort();
  }
}

/** Parses an event; undefined for a comment, which only keeps the connection alive. */
export function parseEvent(block: string): ServerEvent | undefined {
  const fields = { event: 'message', id: '', data: [] as string[] };
  for (const line of block.split(/\r?\n/)) {
    const [, name = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/.exec(line) ?? [];
    if (name === 'data') fields.data.push(value);
    if (name === 'event' || name === 'id') fields[name] = value;
  }
  if (fields.data.length === 0) return undefined;
  return { type: fields.event, id: fields.id, data: fields.data.join('\n') };
}
