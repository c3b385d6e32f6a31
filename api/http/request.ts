/** One request: what the middleware knows of it, what a handler may know, and who sends it. */
import type { DefaultContext, Middleware, ParameterizedContext } from 'koa';
import type { AuditSubject } from '../../mongo/audit.ts';
import type { Holding } from './ledger.ts';
import type { Principal } from './principal.ts';
import { readFile } from './read-bytes.ts';

/** What the middleware knows of a request beyond Koa's context. */
export interface RequestState {
  requestId: string;
  /** Pattern of the matched route, for logs and metrics; never the raw path. */
  route: string;
  userId?: string;
  /** When it came, later by the time that its body took to arrive, ms of `performance.now()`. */
  cameAt?: number;
  /** Bytes of a small body, kept for the thread that may have to answer in the end. */
  raw?: Buffer;
  /** How long the event loop has worked on it, ms. */
  loopMs?: number;
  /** Its bytes under way; absent in a thread, whose process counts them. */
  holding?: Holding;
  /** In memory behind a reply that is a stream. */
  streamBytes?: number;
  /** Id of the trace that the request is part of; absent where requests are not traced. */
  traceId?: string;
  /** Headers that make a call part of that trace. */
  traceHeaders?: Record<string, string>;
  /** Why it was refused: the code of the error, or its kind. */
  refusal?: string;
}

export type RequestContext = ParameterizedContext<RequestState, DefaultContext, unknown>;
export type AppMiddleware = Middleware<RequestState, DefaultContext, unknown>;

/** In logs of proxies such as nginx: the client went away before there was an answer. */
const CLIENT_CLOSED_REQUEST = 499;

/** What was answered, for logs, metrics and traces. */
export const answeredStatus = ({ res, status }: RequestContext): number =>
  res.headersSent ? status : CLIENT_CLOSED_REQUEST;

/** What a handler may know of the request beyond its validated parts. */
export interface RequestInfo {
  readonly id: string;
  readonly ip: string;
  readonly userAgent: string;
  /** Value of a header, lower-case name; undefined when absent. */
  header(name: string): string | undefined;
  cookie(name: string): string | undefined;
  /** Aborted when the client goes away. */
  readonly signal: AbortSignal;
  /** Rejects with `Unauthenticated` or `Forbidden` when the caller would be refused by now. */
  recheck(): Promise<void>;
  /** The body of a route that takes a `file`, decompressed. */
  file(maxBytes: number): Promise<Buffer>;
}

/** Who asks for an action, and in which request. */
export interface Caller {
  readonly user: Principal;
  readonly request: RequestInfo;
}

/** What the audit log is told of a caller. */
export interface AuditCaller extends Pick<Caller, 'request'> {
  readonly user: Pick<Principal, 'userId'>;
}

/** Who does it from where, and what it is about, for the audit log. */
export const auditSubject = (
  { user, request: { ip, userAgent } }: AuditCaller,
  details: AuditSubject['details'] = {},
): AuditSubject => ({ userId: user.userId, details, ip, userAgent });

/** Long enough for any browser; the rest is noise in the audit log. */
const MAX_USER_AGENT = 256;

export function toRequestInfo(ctx: RequestContext, recheck: RequestInfo['recheck']): RequestInfo {
  const gone = new AbortController();
  ctx.res.once('close', () => {
    if (!ctx.res.writableFinished) gone.abort();
  });
  return {
    id: ctx.state.requestId,
    ip: ctx.ip,
    userAgent: ctx.get('User-Agent').slice(0, MAX_USER_AGENT),
    header: (name) => (ctx.req.headers[name] === undefined ? undefined : ctx.get(name)),
    cookie: (name) => ctx.cookies.get(name),
    signal: gone.signal,
    recheck,
    file: (maxBytes) => readFile(ctx.req, maxBytes),
  };
}

/** Waits for a body to arrive, which is the client's time. */
export async function arrival<T>({ state }: Pick<RequestContext, 'state'>, body: Promise<T>): Promise<T> {
  const from = performance.now();
  try {
    return await body;
  } finally {
    if (state.cameAt !== undefined) state.cameAt += performance.now() - from;
  }
}

/** Does work that does not give up its turn, and counts how long it takes. */
export function onLoop<T>({ state }: RequestContext, work: () => T): T {
  const from = performance.now();
  try {
    return work();
  } finally {
    state.loopMs = (state.loopMs ?? 0) + performance.now() - from;
  }
}
