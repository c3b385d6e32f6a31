/**
 * Tries several ways to find a program, and reports causes and remedy if all of them fail. Keeps programs in a cache.
 */
import { accessSync, constants, existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { runCommand } from '../plain/run-command.mjs';
import { isAlive } from '../processes.ts';

interface Way<T> {
  readonly name: string;
  /** Finds the program. Resolves with undefined, or rejects, if this way fails. */
  find(): Promise<T | undefined>;
}

export interface Acquired<T> {
  readonly found: T;
  /** Name of the way that succeeded. */
  readonly way: string;
}

/** A tool that a machine may lack. */
export interface Tool {
  readonly name: string;
  /** Sentence that tells a user how to provide the tool. */
  readonly remedy: string;
}

/**
 * Result of the first way that succeeds. Rejects with one line that states the cause of each failure, and the remedy.
 */
export async function firstThatWorks<T>(
  { name: tool, remedy }: Tool,
  ways: readonly Way<T>[],
): Promise<Acquired<T>> {
  const failures: string[] = [];
  for (const { name, find } of ways) {
    try {
      const program = await find();
      if (program) return { found: program, way: name };
    } catch (error) {
      failures.push(`${name}: ${reason(error as Error)}`);
    }
  }
  const causes = failures.length > 0 ? failures.join('; ') : 'it is not installed';
  throw new Error(`${tool} is missing: ${causes}. ${remedy}`);
}

/**
 * Reason of an error. `fetch` hides the reason in its causes; a long message has the reason at its beginning or end.
 */
function reason({ message, cause }: Error): string {
  if (cause instanceof Error && cause.message) return reason(cause);
  const lines = message.split('\n').filter((line) => line.trim());
  return lines.filter((_, at) => at < 2 || at >= lines.length - 2).join(', ');
}

/** Name of this platform, such as `linux-x64`; ends in `-musl` if programs built for glibc do not run. */
export function platform(): string {
  const name = `${process.platform}-${process.arch}`;
  if (process.platform !== 'linux') return name;
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  return header.glibcVersionRuntime ? name : `${name}-musl`;
}

/** Path of an executable on PATH; undefined if PATH does not have it. */
export function onPath(name: string, env: NodeJS.ProcessEnv = process.env): string | undefined {
  return (env['PATH'] ?? '')
    .split(delimiter)
    .filter(Boolean)
    .map((folder) => join(folder, name))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

/**
 * Checks a command; resolves with it. Rejects if it does not run (missing library, other platform) or is older than
 * `least`. A command that reports no version is accepted.
 */
export async function usable(
  command: string,
  least: readonly [major: number, minor: number],
): Promise<string> {
  const [, major, minor] = /(?<!\d)(\d+)\.(\d+)\.\d+/.exec(await runCommand(command, ['--version'])) ?? [];
  const isOlder = Number(major) < least[0] || (Number(major) === least[0] && Number(minor) < least[1]);
  if (isOlder) throw new Error(`${command} is ${major}.${minor}, at least ${least.join('.')} is needed`);
  return command;
}

/** Longest time between the creation of a lock and the writing of the owner's pid into it, ms. */
const WRITE_MS = 5000;
const POLL_MS = 500;

/**
 * Puts a program, or a folder with one, at `target`, atomically and by one process at a time. `make(folder)` returns
 * the path of the finished part of `folder`. Waits if another process is making the same program.
 */
export async function intoCache(target: string, make: (folder: string) => Promise<string>): Promise<string> {
  try {
    return await putIntoCache(target, make);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why = CACHE_TROUBLE.get(code ?? '');
    throw why ? new Error(`${dirname(target)} ${why}`) : error;
  }
}

const UNWRITABLE = 'cannot be written to: XDG_CACHE_HOME names another cache folder';
const CACHE_TROUBLE = new Map([
  ['ENOSPC', 'is on a full disk: free some space, or name another cache folder in XDG_CACHE_HOME'],
  ['EROFS', UNWRITABLE],
  ['EACCES', UNWRITABLE],
  ['EPERM', UNWRITABLE],
]);

async function putIntoCache(target: string, make: (folder: string) => Promise<string>): Promise<string> {
  await mkdir(dirname(target), { recursive: true });
  const lock = `${target}.lock`;
  while (!(await takeLock(lock))) {
    if (existsSync(target)) return target;
    await delay(POLL_MS);
  }
  const folder = await mkdtemp(join(dirname(target), 'partial-'));
  try {
    if (existsSync(target)) return target;
    const made = await make(folder);
    await chmod(made, 0o755);
    await rename(made, target);
    return target;
  } finally {
    await rm(folder, { recursive: true, force: true });
    await rm(lock, { force: true });
  }
}

/**
 * Takes the lock, which contains its owner's pid. The lock of a dead owner is removed; the lock of a slow owner is
 * waited for.
 */
async function takeLock(lock: string): Promise<boolean> {
  try {
    await writeFile(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    if (await isAbandoned(lock)) await rm(lock, { force: true });
    return false;
  }
}

async function isAbandoned(lock: string): Promise<boolean> {
  const lockState = await Promise.all([readFile(lock, 'utf8'), stat(lock)]).catch(() => undefined);
  if (!lockState) return false;
  const [owner, since] = lockState;
  return owner ? !isAlive(Number(owner)) : Date.now() - since.mtimeMs > WRITE_MS;
}
