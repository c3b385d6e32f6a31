/** Locations of the repository, the data of the local stack, and the cache shared by all checkouts. */
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = above(fileURLToPath(import.meta.url), 'package.json');
export const DATA = join(ROOT, '.data');

export const cacheFolder = (env = process.env) =>
  join(env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'grid-optimization-service');

/**
 * Log file for the complete output of a failed set-up command.
 * @param {string} name
 */
export const failureLog = (name, env = process.env) => join(cacheFolder(env), 'logs', `${name}.log`);

/**
 * The nearest folder above `path` that contains `file`: the build copies this module to another depth.
 * @param {string} path
 * @param {string} file
 * @returns {string}
 */
function above(path, file) {
  const folder = dirname(path);
  return existsSync(join(folder, file)) ? folder : above(folder, file);
}
