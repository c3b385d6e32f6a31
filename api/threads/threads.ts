/**
 * Requests that may take long are answered by the same application in threads. Each thread has one request at a time, a
 * limit on its memory and a deadline, so that a failing request affects no other, and the event loop of the process
 * stays free.
 */
import type { IncomingMessage, RequestOptions } from 'node:http';
import { availableParallelism } from 'node:os';
import { PassThrough, pipeline } from 'node:stream';
import { json } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { GatewayTimeout, LostThread, ServiceUnavailable, Unprocessable } from '../http/errors.ts';
import { SPENT, spentMs } from '../http/in-time.ts';
import type { Holding } from '../http/ledger.ts';
import { endIfSlow } from '../http/pace.ts';
import type { RequestContext } from '../http/request.ts';
import { createPool, isOutOfMemory, type Pool, type PoolSettings, type ThreadWatch } from './pool.ts';
import type { Thread } from './thread.ts';
import { createTimeUsed } from './time-used.ts';
import { createTurns, LONGEST_WAIT_MS } from './turns.ts';

const OK = 200;
/** Least number of threads: one for all users, and one reserved for users with little recent use. */
const LEAST_WIDTH = 2;
/** Number of additional threads, used while other threads wait or the reserved one is in use for long. */
const EXTRA = 2;
/** Longest time limit of a request that may use the reserved thread, s. */
const SHORT_S = 10;
const SHORT_BYTES = 1_000_000;
/**
 * Size above which a body counts as large, bytes; a compressed body, which may expand, has a lower limit. A large body
 * takes hundreds of MB when parsed.
 */
const LARGE_BYTES = 8_000_000;
const LARGE_PACKED_BYTES = 100_000;

interface Passed {
  readonly userId: string;
  /** Body as received, still encoded. */
  readonly body: Buffer | undefined;
  /** Time limit for the complete reply, counted from the start in a thread, s. */
  readonly seconds: number;
  /** Longest wait for a thread, ms; default: a minute. */
  readonly waitMs?: number | undefined;
}

interface Call {
  /** Internal path of the function; no public route has this path. */
  readonly path: string;
  readonly body: object;
  readonly seconds: number;
  readonly signal: AbortSignal;
}
export type CallThread = Threads['call'];

const NOBODY: ThreadWatch = { waited: () => undefined, ended: () => undefined };

export interface Threads {
  /** Passes a request to a thread; resolves when the reply has begun. */
  answer(ctx: RequestContext, passed: Passed): Promise<void>;
  /**
   * Calls an internal function in a thread; argument and result are passed as JSON. Throws refusals that are meant for
   * clients.
   */
  call(userId: string, call: Call): Promise<unknown>;
  /** Starts a thread before it is needed. */
  warm(): Promise<void>;
  waiting(): number;
  close(): Promise<void>;
}

const NEVER = new AbortController().signal;

/** Maximum number of bytes of a reply that are buffered for a slow client, so that the thread becomes free. */
const KEPT_BYTES = 64 * 1024 * 1024;
/** Header fields that concern one connection only (RFC 9110, 7.6.1 and 10.1.1). */
const OF_CONNECTION = ['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'expect', 'date'];
/** Header in which a thread tells the process the reason of a refusal, for logs and metrics. */
export const REFUSAL = 'x-refusal';

/** Creates the threads. `script`: module that serves the application with `serveThread`. */
export function createThreads(script: URL, settings: PoolSettings, watch: ThreadWatch = NOBODY): Threads {
  const { WORK_THREADS, WORK_THREAD_MB: heapMb } = settings;
  const width = Math.max(LEAST_WIDTH, WORK_THREADS || availableParallelism() - 1);
  const turns = createTurns({ width, extra: EXTRA, used: createTimeUsed() });
  const pool = createPool(script, settings, { spare: width, kept: width + EXTRA }, watch);

  /**
   * Sends a request to a thread. The caller must call `done` when the reply has been read from the thread, or has
   * broken off.
   */
  const ask = async (
    options: RequestOptions,
    { userId, body, seconds, waitMs = LONGEST_WAIT_MS }: Passed,
    gone: AbortSignal,
  ): Promise<{ readonly reply: IncomingMessage; done(isBroken: boolean): Promise<void> }> => {
    const cameAt = performance.now();
    const bytes = body?.length ?? 0;
    const isShort = seconds <= SHORT_S && bytes <= SHORT_BYTES;
    const isPacked = options.headers !== undefined && 'content-encoding' in options.headers;
    const isLarge = bytes > (isPacked ? LARGE_PACKED_BYTES : LARGE_BYTES);
    const turn = await turns.begin({ userId, isShort, isLarge, waitMs }, gone);
    let deadline: AbortSignal | undefined;
    let thread: Thread | undefined;
    const done = async (isBroken: boolean) => {
      if (thread) await pool.leave(thread, { gone, deadline, isBroken, isLarge });
      turn.end();
    };
    try {
      thread = await soonEnough(pool, waitMs);
      const { worked } = thread;
      const before = worked();
      turn.measure(() => worked() - before);
      watch.waited((performance.now() - cameAt) / 1000);
      const late = AbortSignal.timeout(seconds * 1000);
      deadline = late;
      const signal = AbortSignal.any([gone, late]);
      const reply = await thread.ask(options, body, signal).catch(async (error: unknown) => {
        const isAlive = signal.aborted || (await thread?.isIdle());
        const died = isAlive ? undefined : thread?.died;
        throw refusal(error, { died, deadline: late, seconds, heapMb });
      });
      return { reply, done };
    } catch (error) {
      await done(true);
      throw error;
    }
  };

  return {
    answer: async (ctx, passed) => {
      const { reply, done } = await ask(requestOf(ctx, passed.body), passed, goneSignal(ctx));
      passBack(ctx, reply, done);
    },
    call: async (userId, { path, body, seconds, signal }) => {
      const text = Buffer.from(JSON.stringify(body));
      const headers = { 'content-type': 'application/json', connection: 'close' };
      const { reply, done } = await ask(
        { method: 'POST', path, headers },
        { userId, body: text, seconds },
        signal,
      );
      const answer = await json(reply).finally(() => done(!reply.complete));
      if (reply.statusCode !== OK) throw new Error(`a thread answered ${path} with ${reply.statusCode}`);
      return answer;
    },
    waiting: turns.waiting,
    warm: pool.warm,
    close: pool.close,
  };
}

/**
 * Takes a thread. Throws `ServiceUnavailable` if a new thread takes longer than `ms` to start; a later request can then
 * use it.
 */
async function soonEnough(pool: Pool, ms: number): Promise<Thread> {
  const start = pool.take();
  const timer = new AbortController();
  const late = delay(ms, undefined, { signal: timer.signal, ref: false });
  const thread = await Promise.race([start, late]).finally(() => timer.abort());
  if (thread) return thread;
  start.then((started) => pool.leave(started, { gone: NEVER })).catch(() => undefined);
  throw new ServiceUnavailable('The service is busy; retry');
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

/** Request for the thread, which trusts its headers: no other process can reach the thread's socket. */
function requestOf(ctx: RequestContext, body: Buffer | undefined): RequestOptions {
  const headers = Object.entries(ctx.req.headers).filter(([name]) => !OF_CONNECTION.includes(name));
  const trustedHeaders = {
    ...Object.fromEntries(headers),
    ...ctx.state.traceHeaders,
    ...(body && { 'content-length': String(body.length) }),
    'x-forwarded-for': ctx.ip,
    'x-request-id': ctx.state.requestId,
    [SPENT]: String(spentMs(ctx)),
    connection: 'close',
  };
  return { method: ctx.method, path: ctx.req.url, headers: trustedHeaders };
}

function passBack(
  ctx: RequestContext,
  reply: IncomingMessage,
  done: (isBroken: boolean) => Promise<void>,
): void {
  ctx.status = reply.statusCode ?? 500;
  for (const [name, value = ''] of Object.entries(reply.headers)) {
    if (name === 'vary') ctx.vary(String(value));
    else if (name === REFUSAL) ctx.state.refusal = String(value);
    else if (!OF_CONNECTION.includes(name)) ctx.set(name, value);
  }
  // Turns compression off, because the thread has already compressed the reply.
  ctx.compress = false;
  const buffered = new PassThrough({ highWaterMark: KEPT_BYTES });
  pipeline(
    reply,
    (pieces) => accounted(pieces, buffered, ctx.state.holding),
    buffered,
    () => void done(!reply.complete),
  );
  ctx.body = buffered;
  endIfSlow(ctx.res);
}

/** Interval at which a full ledger is checked for room, ms. */
const FULL_MS = 50;

/** Longest wait for room in the ledger, ms; a thread must not wait longer for its client. */
const PATIENCE_MS = 1000;

/** Charges buffered bytes to the client. A reply is broken off if the ledger stays full. */
async function* accounted(
  pieces: AsyncIterable<Buffer>,
  buffered: PassThrough,
  holding: Holding | undefined,
) {
  const bufferedBytes = (): number => buffered.readableLength + buffered.writableLength;
  for await (const piece of pieces) {
    holding?.become(bufferedBytes() + piece.length);
    for (let ms = 0; holding?.isFull && bufferedBytes() > 0; ms += FULL_MS) {
      if (ms >= PATIENCE_MS) throw new Error('the client takes its replies too slowly');
      await delay(FULL_MS);
      holding.become(bufferedBytes() + piece.length);
    }
    yield piece;
  }
}

interface Ending {
  readonly died: Error | undefined;
  readonly deadline: AbortSignal;
  readonly seconds: number;
  readonly heapMb: number;
}

/** Error for a reply that is missing, worded for the client. */
function refusal(error: unknown, { died, deadline, seconds, heapMb }: Ending): unknown {
  if (deadline.aborted)
    return new GatewayTimeout(`The request was not answered within ${seconds} s and was ended`);
  if (!died) return new LostThread(error);
  if (!isOutOfMemory(died)) return new ServiceUnavailable('The request ended its thread', { cause: died });
  const msg = `The request needs more than ${heapMb} MB of memory; send less at once`;
  return new Unprocessable([{ loc: ['body'], msg, type: 'too_large' }]);
}
