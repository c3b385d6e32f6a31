/** Sends an HTML page of ours; the viewers style elements inline and draw from data: and blob: URLs. */
import type { RequestContext } from '../state.ts';

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The pages load their assets by relative paths, which a trailing slash would lead astray. */
export function showHtml(ctx: RequestContext, html: string): void {
  if (ctx.path.endsWith('/')) {
    ctx.redirect(ctx.path.replace(/\/+$/, ''));
    return;
  }
  ctx.set('Content-Security-Policy', POLICY);
  ctx.type = 'text/html; charset=utf-8';
  ctx.body = html;
}
