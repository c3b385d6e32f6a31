/** Runs a program of a client in its folder, with what it says on standard output. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const LIMIT_MS = 300_000;
const MOST_BYTES = 16 * 1024 * 1024;
const execute = promisify(execFile);

/** A generator that cannot be installed here. */
export class Missing extends Error {}

export async function run(
  folder: string,
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const options = { cwd: folder, timeout: LIMIT_MS, maxBuffer: MOST_BYTES, env: { ...process.env, ...env } };
  return (await execute(command, args, options)).stdout;
}

export async function install(folder: string, command: string, args: readonly string[]): Promise<void> {
  try {
    await run(folder, command, args);
  } catch (cause) {
    throw new Missing(`${command} ${args.join(' ')} cannot run here`, { cause });
  }
}
