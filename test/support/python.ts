/** Python with the packages of a test, installed once into a cache that all checkouts share. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cacheFolder } from '../../workers/local/plain/paths.mjs';
import { skip } from './skip.ts';

/**
 * Packages for tests of the Python package: the first two are its dependencies, pyarrow reads results, and the last
 * runs its tests.
 */
const READERS = ['httpx==0.28.1', 'pandas==3.1.1', 'pyarrow==26.0.1', 'duckdb==2.0.0', 'pytest==9.2.0'];
const LIMIT_MS = 240_000;
const run = promisify(execFile);

/** Other tools whose schedules are tested, and their solvers. */
export const OTHER_TOOLS = ['pypsa==1.4.0', 'gridx-egret==0.6.2', 'highspy==1.16.0'] as const;

/** Resolves with the path of Python; skips the tests of `context` if Python or its packages cannot be installed. */
export async function pythonOfTests(
  context: Mocha.Context,
  packages: readonly string[] = READERS,
  limitMs = LIMIT_MS,
): Promise<string> {
  try {
    const { stdout: version } = await run('python3', [
      '-c',
      'import sys; print(sys.executable, sys.version)',
    ]);
    const key = createHash('sha256')
      .update([version, ...packages].join())
      .digest('hex')
      .slice(0, 16);
    const folder = join(cacheFolder(), `python-${key}`);
    if (!existsSync(folder)) await install(folder, packages, limitMs);
    return executable(folder);
  } catch (error) {
    const [cause = ''] = (error as Error).message.split('\n');
    return skip(context, {
      reason: `Python with ${packages.join(', ')} cannot be installed: ${cause}`,
      remedy: 'Install Python 3.11 or newer with venv and pip',
    });
  }
}

const executable = (folder: string): string => join(folder, 'bin', 'python');

/** Installs the packages into a temporary folder, which is moved into place when it is complete. */
async function install(folder: string, packages: readonly string[], limitMs: number): Promise<void> {
  const partial = `${folder}-${process.pid}`;
  try {
    await run('python3', ['-m', 'venv', partial], { timeout: LIMIT_MS });
    const quietly = ['--quiet', '--no-compile', '--disable-pip-version-check'];
    await run(executable(partial), ['-m', 'pip', 'install', ...quietly, ...packages], { timeout: limitMs });
    await rename(partial, folder).catch((error: NodeJS.ErrnoException) => {
      // The error is ignored if another run has installed the folder first.
      if (!existsSync(folder)) throw error;
    });
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
}
