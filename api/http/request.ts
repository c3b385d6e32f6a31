/** A request as seen by middleware and handlers, and its caller. */
import type { DefaultContext, Middleware, ParameterizedContext } from 'koa';
import type { AuditSubject } from '../../mongo/audit.ts';
import type { Holding } from './ledger.ts';
import type { Principal } from './principal.ts';
import { readFile } from './read-bytes.ts';

/** State of a request that the middleware adds to Koa's context. */
export interface RequestState {
  requestId: string;
  /** Pattern of the matched route, for logs and metrics; never the raw path. */
  route: string;
  userId?: string;
  /** Time of arrival, ms of `performance.now()`, moved later by the time that the body took to arrive. */
  cameAt?: number;
  /** Bytes of a small body, kept in case the request is passed to a thread. */
  raw?: Buffer;
  /** Time that the event loop has spent on the request, ms. */
  loopMs?: number;
  /** Bytes charged to the request; absent in a thread, whose process charges them. */
  holding?: Holding;
  /** Memory that a streamed reply occupies, bytes. */
  streamBytes?: number;
  /** Id of the trace that the request belongs to; absent without tracing. */
  traceId?: string;
  /** Headers that make an outgoing call part of the trace. */
  traceHeaders?: Record<string, string>;
  /** Reason of a refusal: the code of the error, or its class. */
  refusal?: string;
}

export type RequestContext = ParameterizedContext<RequestState, DefaultContext, unknown>;
export type AppMiddleware = Middleware<RequestState, DefaultContext, unknown>;

/** Status that proxies such as nginx log when the client disconnected before a reply. */
const CLIENT_CLOSED_REQUEST = 499;

/** Status of the reply, for logs, metrics and traces. */
export const answeredStatus = ({ res, status }: RequestContext): number =>
  res.headersSent ? status : CLIENT_CLOSED_REQUEST;

/** The request as a handler sees it, besides its validated parts. */
export interface RequestInfo {
  readonly id: string;
  readonly ip: string;
  readonly userAgent: string;
  /** Value of a header, lower-case name; undefined when absent. */
  header(name: string): string | undefined;
  cookie(name: string): string | undefined;
  /** Signal that is aborted when the client disconnects. */
  readonly signal: AbortSignal;
  /** Rejects with `Unauthenticated` or `Forbidden` if the caller has lost access meanwhile. */
  recheck(): Promise<void>;
  /** The body of a route that takes a `file`, decompressed. */
  file(maxBytes: number): Promise<Buffer>;
}

/** The caller of an action and their request. */
export interface Caller {
  readonly user: Principal;
  readonly request: RequestInfo;
}

/** The part of a caller that the audit log records. */
export interface AuditCaller extends Pick<Caller, 'request'> {
  readonly user: Pick<Principal, 'userId'>;
}

/** Actor, origin and subject of an audit entry. */
export const auditSubject = (
  { user, request: { ip, userAgent } }: AuditCaller,
  details: AuditSubject['details'] = {},
): AuditSubject => ({ userId: user.userId, details, ip, userAgent });

/** Longest recorded user agent: long enough for any browser. */
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

/** Waits for a body to arrive, and shifts the arrival time so that this wait does not count as time of the service. */
export async function arrival<T>({ state }: Pick<RequestContext, 'state'>, body: Promise<T>): Promise<T> {
  const from = performance.now();
  try {
    return await body;
  } finally {
    if (state.cameAt !== undefined) state.cameAt += performance.now() - from;
  }
}

/** Runs synchronous work, and adds its duration to the time that the event loop spent on the request. */
export function onLoop<T>({ state }: RequestContext, work: () => T): T {
  const from = performance.now();
  try {
    return work();
  } finally {
    state.loopMs = (state.loopMs ?? 0) + performance.now() - from;
  }
}
