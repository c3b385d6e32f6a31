/** Tries the ways to a server in order, and tells what became of each when none works. */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { runCommand } from '../plain/run-command.mjs';

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

export async function firstThatWorks<T>(server: string, ways: readonly Way<T>[]): Promise<Acquired<T>> {
  const failures: string[] = [];
  for (const [at, { name, find }] of ways.entries()) {
    try {
      const found = await find();
      if (found) return { found, way: name };
      failures.push(`${at + 1}. ${name}: not there`);
    } catch (error) {
      failures.push(`${at + 1}. ${name}: ${reason(error as Error)}`);
    }
  }
  throw new Error(`${server} could not be found in any of these ways:\n  ${failures.join('\n  ')}`);
}

/** `fetch` hides the reason in its causes; a long message names it at its beginning or at its end. */
function reason({ message, cause }: Error): string {
  if (cause instanceof Error && cause.message) return reason(cause);
  const lines = message.split('\n').filter((line) => line.trim());
  return lines.filter((_, at) => at < 2 || at >= lines.length - 2).join('\n     ');
}

/** Finds an executable on PATH; undefined when there is none. */
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
