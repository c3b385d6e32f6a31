/** The environment of each process of the stack: none is given a setting, and so a secret, that only others read. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from './paths.mjs';

const load = (file) => import(pathToFileURL(join(ROOT, 'dist', file)).href);

/**
 * Resolves with `environmentOf(name, env)`. What is no setting of the service (PATH, licences of solvers, ...) goes to
 * every process; the servers, which are not ours, are given no setting at all.
 */
export async function createEnvironments() {
  const [{ apiSettings }, { workerSettings }] = [
    await load('api/config.js'),
    await load('workers/config.js'),
  ];
  const worker = Object.keys(workerSettings.fields);
  const read = { api: Object.keys(apiSettings.fields), orchestrator: worker, solver: worker };
  const settings = new Set(Object.values(read).flat());
  return (name, env) => {
    const own = new Set(read[name]);
    return Object.fromEntries(Object.entries(env).filter(([key]) => !settings.has(key) || own.has(key)));
  };
}
