/** Runs `npm ci` if the lockfile has changed since the last time. */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { failureLog, ROOT } from './paths.mjs';
import { runCommand } from './run-command.mjs';

const STAMP = join(ROOT, 'node_modules', '.installed');
const INSTALL_S = 600;

export async function install() {
  const lock = createHash('sha256')
    .update(await readFile(join(ROOT, 'package-lock.json')))
    .digest('hex');
  if ((await readFile(STAMP, 'utf8').catch(() => '')) === lock) return 'up to date';
  // Warnings are printed, because they name the package of an error; `npm run --silent` would suppress them here too.
  await runCommand('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=warn'], {
    cwd: ROOT,
    deadlineS: INSTALL_S,
    log: failureLog('npm-ci'),
    see: 'package-lock.json and .npmrc',
  });
  await writeFile(STAMP, lock);
  return 'installed';
}
