/** Server-sent events over `fetch`, which can send a token as `EventSource` cannot. */
import { isPassing, sleep } from './patient-fetch.ts';
import { Problem } from './problem.ts';

export interface ServerEvent {
  readonly type: string;
  readonly id: string;
  /** Text as it was sent; JSON in this service. */
  readonly data: string;
}

/** The stream sends a comment more often than this, ms. */
const SILENCE_MS = 45_000;
const AGAIN_MS = 1000;

/**
 * Follows a stream until its event `done`, and opens it again from the last event when it breaks off. Ends without
 * an error when `signal` aborts; rejects with the `Problem` of a refusal.
 */
export async function* followEvents(open: OpenStream, signal: AbortSignal): AsyncGenerator<ServerEvent> {
  const seen = { lastId: '' };
  while (!signal.aborted) {
    if (yield* untilBreak(open, seen, signal)) return;
    await sleep(AGAIN_MS, signal).catch(() => {});
  }
}

type OpenStream = (lastId: string, signal: AbortSignal) => Promise<Response>;

/** Returns whether the stream came to its end. */
async function* untilBreak(
  open: OpenStream,
  seen: { lastId: string },
  signal: AbortSignal,
): AsyncGenerator<ServerEvent, boolean> {
  try {
    for await (const event of readOnce(await open(seen.lastId, signal), signal)) {
      if (event.id) seen.lastId = event.id;
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

/** A connection that died in silence would never end by itself. */
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

/** Undefined for a comment, which only keeps the connection open. */
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
