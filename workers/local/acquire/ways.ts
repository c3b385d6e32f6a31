/** Tries the ways to a program in order, names the cause and the remedy when none works, and keeps programs in the cache. */
import { accessSync, constants, existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { runCommand } from '../plain/run-command.mjs';
import { isAlive } from '../processes.ts';

interface Way<T> {
  readonly name: string;
  /** Resolves with nothing, or rejects, when it does not lead there. */
  find(): Promise<T | undefined>;
}

export interface Acquired<T> {
  readonly found: T;
  /** Name of the way that worked. */
  readonly way: string;
}

/** Tools that a machine may lack. */
export interface Tool {
  readonly name: string;
  /** A sentence: how a person provides it. */
  readonly remedy: string;
}

/** Rejects with one line: the cause of each way that failed, and the remedy. */
export async function firstThatWorks<T>(
  { name: tool, remedy }: Tool,
  ways: readonly Way<T>[],
): Promise<Acquired<T>> {
  const failures: string[] = [];
  for (const { name, find } of ways) {
    try {
      const found = await find();
      if (found) return { found, way: name };
    } catch (error) {
      failures.push(`${name}: ${reason(error as Error)}`);
    }
  }
  const causes = failures.length > 0 ? failures.join('; ') : 'it is not installed';
  throw new Error(`${tool} is missing: ${causes}. ${remedy}`);
}

/** `fetch` hides the reason in its causes; a long message names it at its beginning or at its end. */
function reason({ message, cause }: Error): string {
  if (cause instanceof Error && cause.message) return reason(cause);
  const lines = message.split('\n').filter((line) => line.trim());
  return lines.filter((_, at) => at < 2 || at >= lines.length - 2).join(', ');
}

/** The name of this platform, such as `linux-x64`; with `-musl` where programs that are built for glibc do not run. */
export function platform(): string {
  const name = `${process.platform}-${process.arch}`;
  if (process.platform !== 'linux') return name;
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  return header.glibcVersionRuntime ? name : `${name}-musl`;
}

/** The path of an executable on PATH; undefined if there is no such file. */
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
 * Resolves with `command`; rejects when it does not run (a library is missing, another platform) or calls itself
 * older than `least`. One that tells no version is taken at its word.
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

/** Between making a lock and writing the owner's pid into it, ms. */
const WRITE_MS = 5000;
const POLL_MS = 500;

/**
 * Puts a program, or a folder with one, at `target`, whole and by one process at a time. `make(folder)` returns the path of what
 * is finished inside `folder`. When another process is making the same, waits for it instead.
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

/** The lock names its owner's pid: a killed owner holds nobody up, a slow one is not disturbed. */
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
  const found = await Promise.all([readFile(lock, 'utf8'), stat(lock)]).catch(() => undefined);
  if (!found) return false;
  const [owner, since] = found;
  return owner ? !isAlive(Number(owner)) : Date.now() - since.mtimeMs > WRITE_MS;
}
