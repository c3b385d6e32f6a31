/** What a handler may know of the request beyond its validated parts. */
import { readFile } from './read-file.ts';
import type { RequestInfo } from './route.ts';
import type { RequestContext } from './state.ts';

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
    signal: gone.signal,
    recheck,
    file: (maxBytes) => readFile(ctx.req, maxBytes),
  };
}
