/** Gets npm packages that are not dependencies: programs for set-up and tests, each pinned by its hash. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { failureLog } from './paths.mjs';
import { runCommand } from './run-command.mjs';

const DOWNLOAD_S = 300;

/**
 * Downloads a package, runs none of its scripts, and unpacks it. Resolves with the folder of its files. Rejects if its archive
 * has another SHA-256.
 * @param {string} folder
 * @param {{ name: string, sha256: string }} pinned the name with its version, such as `koa@3.0.0`
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<string>}
 */
export async function unpackPackage(folder, { name, sha256 }, env) {
  const options = ['--silent', '--ignore-scripts', '--pack-destination', folder];
  const log = failureLog('npm-pack', env);
  await runCommand('npm', ['pack', name, ...options], { cwd: folder, env, deadlineS: DOWNLOAD_S, log });
  const archive = (await readdir(folder)).find((file) => file.endsWith('.tgz'));
  if (!archive) throw new Error(`the package ${name} did not arrive`);
  const file = join(folder, archive);
  await checkHash(file, sha256, name);
  await runCommand('tar', ['-xzf', file, '-C', folder], { log });
  return join(folder, 'package');
}

/**
 * Throws if the hash of a file is not the pinned one.
 * @param {string} file
 * @param {string} pinned SHA-256
 * @param {string} source named in the error
 */
export async function checkHash(file, pinned, source) {
  const arrived = createHash('sha256')
    .update(await readFile(file))
    .digest('hex');
  if (arrived !== pinned)
    throw new Error(`${source} has the SHA-256 ${arrived} instead of the pinned ${pinned}`);
}
