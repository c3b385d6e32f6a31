/** The pages for people: one HTML file at the root, and what it loads, as the build made them. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NotFound } from './errors.ts';
import type { Page } from './router.ts';

/** Made by Vite, see `npm run build`. */
const SITE = fileURLToPath(new URL('../../web/', import.meta.url));

/** Scripts and styles are files of ours; charts are drawn on canvases, and codes for authenticators are data: images. */
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
/** Names that the build makes: a hash of the content is part of each. */
const ASSET = /^[\w.-]+-[\w-]{8}\.(js|css|svg)$/;
const YEAR_S = 31_536_000;

export function webPages(): Page[] {
  const read = readOnce();
  const root: Page = {
    path: '/',
    async show(ctx) {
      // Under the prefix of the API there is the API only. Relative, so that it holds behind a proxy with its own.
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

/** Keeps what it has read: the files are few, and change with the process only. */
function readOnce(): (file: string) => Promise<Buffer> {
  const known = new Map<string, Buffer>();
  return async (file) => {
    const kept = known.get(file);
    if (kept) return kept;
    try {
      const content = await readFile(join(SITE, file));
      known.set(file, content);
      return content;
    } catch (cause) {
      throw new NotFound('Not Found', { cause });
    }
  };
}
