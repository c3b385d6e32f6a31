/**
 * Requests that may take long are answered by the same application in threads, each of which has one request at a time, a
 * bound on its memory and a deadline: whatever a request does there, it ends alone, and the event loop of the process
 * stays free for all others.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage, RequestOptions } from 'node:http';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, pipeline } from 'node:stream';
import type { ThreadSettings } from '../../temporal/settings.ts';
import { GatewayTimeout, ServiceUnavailable, Unprocessable } from '../http/errors.ts';
import { endIfUnread } from '../http/reply.ts';
import type { RequestContext } from '../http/request.ts';
import { createPlaces, type Place } from './places.ts';
import { startThread, type Thread } from './thread.ts';

/** Requests that wait, are at work, or have a reply on its way. */
const MOST = 16;

interface Passed {
  /** Taken when the request came in; given back here. */
  readonly place: Place;
  /** As it came, still encoded. */
  readonly body: Buffer | undefined;
  /** Until the reply is complete, from when a thread has it, s. */
  readonly seconds: number;
}

/** Who looks on. */
export interface ThreadWatch {
  waited(seconds: number): void;
  ended(reason: 'time' | 'memory' | 'abort' | 'death'): void;
}
const NOBODY: ThreadWatch = { waited: () => undefined, ended: () => undefined };

export interface Threads {
  /** Counts a request of the user from its first byte on. Throws `TooMany`. */
  enter(userId: string): Place;
  /** Lets a thread answer; resolves when its reply has begun. */
  answer(ctx: RequestContext, passed: Passed): Promise<void>;
  /** Requests that wait for a thread. */
  waiting(): number;
  close(): Promise<void>;
}

/** Of a reply whose client reads slowly, so much is taken from the thread, which then has its next request, bytes. */
const KEPT_BYTES = 64 * 1024 * 1024;
/** For a request that was broken off to give up its turn, ms; then its thread is ended. */
const IDLE_MS = 500;
/** Fields that are about one connection (RFC 9110, 7.6.1 and 10.1.1). */
const OF_CONNECTION = ['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'expect', 'date'];
/** In which field a thread says why it refuses, for logs and metrics of the process. */
export const REFUSAL = 'x-refusal';

/**
 * `script`: module that serves the application, `serve-thread.ts`. `mostOfUser`: requests that a user may have under way.
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
  const idle: Thread[] = [];
  const all = new Set<Thread>();
  let folder: Promise<string> | undefined;

  const start = async (): Promise<Thread> => {
    folder ??= mkdtemp(join(tmpdir(), 'grid-threads-'));
    const thread = await startThread(script, { socket: join(await folder, randomUUID()), settings });
    all.add(thread);
    return thread;
  };
  const end = async (thread: Thread): Promise<void> => {
    all.delete(thread);
    await thread.end();
  };
  /** The next request may have it, unless it died or cannot be brought to a stop. */
  const leave = async (thread: Thread, deadline: AbortSignal): Promise<void> => {
    if (!thread.died && (await thread.isIdleWithin(IDLE_MS))) return void idle.push(thread);
    watch.ended(reasonOf(thread.died, deadline));
    await end(thread);
  };

  return {
    enter: places.enter,
    answer: async (ctx, { place, body, seconds }) => {
      const gone = goneSignal(ctx);
      const cameAt = performance.now();
      let deadline = gone;
      let thread: Thread | undefined;
      const free = async () => {
        if (thread) await leave(thread, deadline);
        place.end();
      };
      ctx.res.once('close', () => place.leave());
      try {
        await place.begin(gone);
        thread = idle.find(({ died }) => !died) ?? (await start());
        idle.splice(0, idle.length, ...idle.filter((each) => each !== thread && !each.died));
        watch.waited((performance.now() - cameAt) / 1000);
        deadline = AbortSignal.timeout(seconds * 1000);
        const signal = AbortSignal.any([gone, deadline]);
        const reply = await thread.ask(requestOf(ctx, body), body, signal).catch(async (error: unknown) => {
          const died = signal.aborted ? undefined : await thread?.death();
          throw refusal(error, { died, deadline, seconds, heapMb });
        });
        passBack(ctx, reply, free);
      } catch (error) {
        await free();
        throw error;
      }
    },
    waiting: places.waiting,
    close: async () => {
      await Promise.all([...all].map(end));
      if (folder) await rm(await folder, { recursive: true, force: true });
    },
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

function reasonOf(died: Error | undefined, deadline: AbortSignal) {
  if (died) return isOutOfMemory(died) ? 'memory' : 'death';
  return deadline.aborted ? 'time' : 'abort';
}

const isOutOfMemory = (error: Error | undefined): boolean =>
  error !== undefined && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
