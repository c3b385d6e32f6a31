/** The web pages as built: one HTML file at the root, and its assets. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NotFound } from './errors.ts';
import type { Page } from './router.ts';

/** Folder into which Vite builds the pages, see `npm run build`. */
const SITE = fileURLToPath(new URL('../../web/', import.meta.url));

/**
 * Content security policy: scripts and styles come from this service; charts are drawn on canvases, QR codes are images
 * with `data:` URLs.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
};
/** Pattern of asset names; each contains a hash of the file's content. */
const ASSET = /^[\w.-]+-[\w-]{8}\.(js|css|svg)$/;
const YEAR_S = 31_536_000;

export function webPages(): Page[] {
  const read = readOnce();
  const root: Page = {
    path: '/',
    async show(ctx) {
      // The page exists only at the root, not under the API prefix. The redirect is relative, so that it works behind a
      // proxy with a path prefix.
      if (ctx.path !== '/') return ctx.redirect('..');
      ctx.set({ 'Content-Security-Policy': POLICY, 'Cache-Control': 'no-cache' });
      ctx.body = await read('index.html');
      ctx.type = 'text/html; charset=utf-8';
    },
  };
  const assets: Page = {
    path: '/assets/{file}',
    async show(ctx) {
      const file = String(ctx['params'].file);
      const type = TYPES[ASSET.exec(file)?.[1] ?? ''];
      if (!type) throw new NotFound('Not Found');
      ctx.body = await read(join('assets', file));
      ctx.type = type;
      ctx.set('Cache-Control', `public, max-age=${YEAR_S}, immutable`);
    },
  };
  return [root, assets];
}

/** Returns a function that reads files and caches them: the files are few, and change only with the process. */
function readOnce(): (file: string) => Promise<Buffer> {
  const contents = new Map<string, Buffer>();
  return async (file) => {
    const cached = contents.get(file);
    if (cached) return cached;
    try {
      const content = await readFile(join(SITE, file));
      contents.set(file, content);
      return content;
    } catch (cause) {
      throw new NotFound('Not Found', { cause });
    }
  };
}
