/** Logs a reply that broke off, once; Koa tells of the same failure of a stream several times. */
import type { Logger } from 'pino';

const HANG_UPS: ReadonlySet<string> = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE']);

export function logFailure(log: Logger): (error: Error) => void {
  const seen = new WeakSet<Error>();
  return (error) => {
    if (isHangUp(error) || seen.has(error)) return;
    seen.add(error);
    log.error({ err: error }, 'reply failed');
  };
}

/** The client went away before the end of a stream; the access log has it as `aborted`. */
const isHangUp = (error: Error): boolean => 'code' in error && HANG_UPS.has(String(error.code));
