/** The process's log: JSON lines on stdout, without secrets. */
import { type Logger, pino } from 'pino';
import { type AppMiddleware, answeredStatus } from './request.ts';

const SECRETS = ['authorization', 'cookie', 'password', 'api_key', 'access_token', 'refresh_token', 'token'];

/** Creates the logger. `mixin`: returns additional fields of every line. */
export const createLogger = (level: string, mixin?: () => object): Logger =>
  pino({
    level,
    ...(mixin && { mixin }),
    base: { name: 'api' },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: SECRETS.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]),
  });

/** Writes one line per request when the response is over, without query, headers or body. */
export const accessLog =
  (log: Logger): AppMiddleware =>
  async (ctx, next) => {
    const startedAt = performance.now();
    ctx.res.once('close', () => {
      log.info(
        {
          method: ctx.method,
          route: ctx.state.route,
          status: answeredStatus(ctx),
          ms: Math.round(performance.now() - startedAt),
          request_id: ctx.state.requestId,
          user_id: ctx.state.userId,
          ...(ctx.state.traceId !== undefined && { trace_id: ctx.state.traceId }),
          ...(!ctx.res.writableFinished && { aborted: true }),
        },
        'request',
      );
    });
    await next();
  };

const HANG_UPS: ReadonlySet<string> = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE']);

/** Logs once that a reply broke off; Koa reports the same stream failure several times. */
export function logFailure(log: Pick<Logger, 'error'>): (error: Error) => void {
  const loggedErrors = new WeakSet<Error>();
  return (error) => {
    if (isHangUp(error) || loggedErrors.has(error)) return;
    loggedErrors.add(error);
    log.error({ err: error }, 'reply failed');
  };
}

/** True if the client disconnected before the end of a stream; the access log records it as `aborted`. */
const isHangUp = (error: Error): boolean => 'code' in error && HANG_UPS.has(String(error.code));
