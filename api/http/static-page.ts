/** How pages of ours are sent: HTML under a policy, and files that are read once. */
import { readFile } from 'node:fs/promises';
import { NotFound } from './errors.ts';
import type { RequestContext } from './request.ts';
import type { Page } from './router.ts';

/** For the viewers of the document, which style elements inline and draw from data: and blob: URLs. */
const VIEWER_POLICY = [
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
export function showHtml(ctx: RequestContext, html: string, policy = VIEWER_POLICY): void {
  if (ctx.path.endsWith('/')) {
    ctx.redirect(ctx.path.replace(/(?<!\/)\/+$/, ''));
    return;
  }
  ctx.set('Content-Security-Policy', policy);
  ctx.type = 'text/html; charset=utf-8';
  ctx.body = html;
}

const MAX_AGE_S = 86_400;

/** A page that is a file, read once and then kept. */
export function asset(path: Page['path'], file: string, type: string): Page {
  let content: Promise<string> | undefined;
  return {
    path,
    show: async (ctx) => {
      content ??= readFile(file, 'utf8');
      try {
        ctx.body = await content;
      } catch (error) {
        content = undefined;
        throw new NotFound('Not Found', { cause: error });
      }
      ctx.type = type;
      ctx.set('Cache-Control', `public, max-age=${MAX_AGE_S}`);
    },
  };
}
