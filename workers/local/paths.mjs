/** Where things are: the repository, the data of the local stack, and the cache shared by all checkouts. */
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));
export const DATA = join(ROOT, '.data');

export const cacheFolder = (env = process.env) =>
  join(env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'grid-optimization-service');
