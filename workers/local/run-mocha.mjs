/** Runs test files with mocha in a process of its own and counts what passed. */
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from './paths.mjs';

const MOCHA = join(ROOT, 'node_modules', 'mocha', 'bin', 'mocha.js');
const REPORTER = join(ROOT, 'workers', 'local', 'reporter.cjs');
const NOTHING = '{"passes":0,"failures":0}';

/**
 * Resolves with `{ passes, failures }`; a run that broke off before its end counts as a failure. `folder` takes its
 * temporary files; an aborted `signal` ends it; a `quiet` one shows nothing.
 */
export async function runMocha(files, { folder, env = {}, signal, quiet = false }) {
  const counts = join(folder, 'counts.json');
  const child = spawn(process.execPath, [MOCHA, '--exit', '--reporter', REPORTER, ...files], {
    cwd: ROOT,
    env: { ...process.env, ...env, TMPDIR: folder, COUNTS_FILE: counts },
    stdio: quiet ? 'ignore' : ['ignore', 'inherit', 'inherit'],
    // Mocha runs the tests in a child of its own, which may not heed SIGTERM: the group is killed as a whole.
    detached: true,
  });
  const end = () => process.kill(-child.pid, 'SIGKILL');
  signal?.addEventListener('abort', end, { once: true });
  const code = await new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', resolve);
  });
  signal?.removeEventListener('abort', end);
  const counted = JSON.parse(await readFile(counts, 'utf8').catch(() => NOTHING));
  return code === 0 ? counted : { ...counted, failures: Math.max(1, counted.failures) };
}
