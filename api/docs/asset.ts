/** A page that is a file, read once and then kept. */
import { readFile } from 'node:fs/promises';
import { NotFound } from '../errors.ts';
import type { Page } from '../router.ts';

const MAX_AGE_S = 86_400;

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
