/**
 * A command that Linux kills when the thread that started it is gone, however that came: a solver must not go on
 * for an hour for a process that was killed. Without `setpriv` of util-linux it ends at its own time limit.
 *
 * @module
 */
import { spawnSync } from 'node:child_process';

const PREFIX = ['setpriv', '--pdeathsig', 'KILL', '--'] as const;

let works: boolean | undefined;

export function withThread(command: string, args: readonly string[]): [string, ...string[]] {
  const [setpriv, ...options] = PREFIX;
  works ??= spawnSync(setpriv, [...options, 'true'], { stdio: 'ignore' }).status === 0;
  return works ? [setpriv, ...options, command, ...args] : [command, ...args];
}
