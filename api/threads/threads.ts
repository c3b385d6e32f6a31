/**
 * Requests that may take long are answered by the same application in threads, each of which has one request at a time, a
 * bound on its memory and a deadline: whatever a request does there, it ends alone, and the event loop of the process
 * stays free for all others.
 */
import type { IncomingMessage, RequestOptions } from 'node:http';
import { availableParallelism } from 'node:os';
import { PassThrough, pipeline } from 'node:stream';
import { json } from 'node:stream/consumers';
import type { ThreadSettings } from '../../temporal/settings.ts';
import { GatewayTimeout, ServiceUnavailable, Unprocessable } from '../http/errors.ts';
import { endIfUnread } from '../http/reply.ts';
import type { RequestContext } from '../http/request.ts';
import { createPlaces, createPool, isOutOfMemory, type Place, type ThreadWatch } from './places.ts';
import type { Thread } from './thread.ts';

const OK = 200;
/** Requests that wait, are at work, or have a reply on its way. */
const MOST = 16;

interface Passed {
  /** Taken when the request came in; given back here. */
  readonly place: Place;
  /** Body as received, still encoded. */
  readonly body: Buffer | undefined;
  /** Until the reply is complete, from when a thread has it, s. */
  readonly seconds: number;
}

interface Call {
  /** No route has it. */
  readonly path: string;
  readonly body: object;
  readonly seconds: number;
  readonly signal: AbortSignal;
}
export type CallThread = Threads['call'];

const NOBODY: ThreadWatch = { waited: () => undefined, ended: () => undefined };

export interface Threads {
  /** Counts a request of the user from its first byte on. Throws `TooMany`. */
  enter(userId: string): Place;
  /** Lets a thread answer; resolves when its reply has begun. */
  answer(ctx: RequestContext, passed: Passed): Promise<void>;
  /** Asks a thread for something of the process itself, by JSON; throws what has a client refused. */
  call(userId: string, asked: Call): Promise<unknown>;
  /** Requests that wait for a thread. */
  waiting(): number;
  close(): Promise<void>;
}

/** Bytes of a reply that are buffered for a slow client, so that the thread can take its next request. */
const KEPT_BYTES = 64 * 1024 * 1024;
/** Fields that are about one connection (RFC 9110, 7.6.1 and 10.1.1). */
const OF_CONNECTION = ['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'expect', 'date'];
/** Header in which a thread tells the process why it refused, for logs and metrics. */
export const REFUSAL = 'x-refusal';

/**
 * `script`: module that serves the application, by `serveThread`. `mostOfUser`: requests that a user may have under way.
 */
export function createThreads(
  script: URL,
  settings: ThreadSettings,
  mostOfUser: number,
  watch: ThreadWatch = NOBODY,
): Threads {
  const { WORK_THREADS, WORK_THREAD_MB: heapMb } = settings;
  const width = WORK_THREADS || Math.max(1, availableParallelism() - 1);
  const places = createPlaces({ width, most: MOST, mostOfUser });
  const pool = createPool(script, settings, watch);

  /** `done` is to be called when the reply has been taken from the thread. */
  const ask = async (
    options: RequestOptions,
    { place, body, seconds }: Passed,
    gone: AbortSignal,
  ): Promise<{ readonly reply: IncomingMessage; done(): Promise<void> }> => {
    const cameAt = performance.now();
    let deadline = gone;
    let thread: Thread | undefined;
    const done = async () => {
      if (thread) await pool.leave(thread, deadline);
      place.end();
    };
    try {
      await place.begin(gone);
      thread = await pool.take();
      watch.waited((performance.now() - cameAt) / 1000);
      deadline = AbortSignal.timeout(seconds * 1000);
      const signal = AbortSignal.any([gone, deadline]);
      const reply = await thread.ask(options, body, signal).catch(async (error: unknown) => {
        const died = signal.aborted ? undefined : await thread?.death();
        throw refusal(error, { died, deadline, seconds, heapMb });
      });
      return { reply, done };
    } catch (error) {
      await done();
      throw error;
    }
  };

  return {
    enter: places.enter,
    answer: async (ctx, passed) => {
      const gone = goneSignal(ctx);
      ctx.res.once('close', () => passed.place.leave());
      const { reply, done } = await ask(requestOf(ctx, passed.body), passed, gone);
      passBack(ctx, reply, done);
    },
    call: async (userId, { path, body, seconds, signal }) => {
      const place = places.enter(userId);
      try {
        const text = Buffer.from(JSON.stringify(body));
        const headers = { 'content-type': 'application/json', connection: 'close' };
        const passed = { place, body: text, seconds };
        const { reply, done } = await ask({ method: 'POST', path, headers }, passed, signal);
        const answer = await json(reply).finally(done);
        if (reply.statusCode !== OK) throw new Error(`a thread answered ${path} with ${reply.statusCode}`);
        return answer;
      } finally {
        place.leave();
      }
    },
    waiting: places.waiting,
    close: pool.close,
  };
}

function goneSignal({ res }: RequestContext): AbortSignal {
  const gone = new AbortController();
  const close = () => {
    if (!res.writableFinished) gone.abort();
  };
  if (res.closed) close();
  else res.once('close', close);
  return gone.signal;
}

/** The thread trusts what it is told of the client: nobody else can reach its socket. */
function requestOf(ctx: RequestContext, body: Buffer | undefined): RequestOptions {
  const headers = Object.entries(ctx.req.headers).filter(([name]) => !OF_CONNECTION.includes(name));
  const told = {
    ...Object.fromEntries(headers),
    ...ctx.state.traceHeaders,
    ...(body && { 'content-length': String(body.length) }),
    'x-forwarded-for': ctx.ip,
    'x-request-id': ctx.state.requestId,
    connection: 'close',
  };
  return { method: ctx.method, path: ctx.req.url, headers: told };
}

function passBack(ctx: RequestContext, reply: IncomingMessage, done: () => Promise<void>): void {
  ctx.status = reply.statusCode ?? 500;
  for (const [name, value = ''] of Object.entries(reply.headers)) {
    if (name === 'vary') ctx.vary(String(value));
    else if (name === REFUSAL) ctx.state.refusal = String(value);
    else if (!OF_CONNECTION.includes(name)) ctx.set(name, value);
  }
  endIfUnread(ctx);
  // It was compressed in the thread.
  ctx.compress = false;
  const kept = new PassThrough({ highWaterMark: KEPT_BYTES });
  pipeline(reply, kept, () => void done());
  ctx.body = kept;
}

interface Ending {
  readonly died: Error | undefined;
  readonly deadline: AbortSignal;
  readonly seconds: number;
  readonly heapMb: number;
}

/** Why there is no reply, in the client's words. */
function refusal(error: unknown, { died, deadline, seconds, heapMb }: Ending): unknown {
  if (deadline.aborted)
    return new GatewayTimeout(`The request was not answered within ${seconds} s, and is ended`);
  if (!died) return error;
  if (!isOutOfMemory(died)) return new ServiceUnavailable('The request ended its thread', { cause: died });
  const msg = `The request needs more than ${heapMb} MB of memory; send less at once`;
  return new Unprocessable([{ loc: ['body'], msg, type: 'too_large' }]);
}
