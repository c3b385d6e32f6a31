/** A command as the shell would find it -> the path of its executable; undefined when there is none. */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { resolve } from 'node:path';

export function findExecutable(command: string): string | undefined {
  const { stdout } = spawnSync('/bin/sh', ['-c', 'command -v -- "$1"', 'sh', command], { encoding: 'utf8' });
  const found = (stdout ?? '').trim();
  // Words of the shell itself come back without a path.
  if (!found.includes('/')) return undefined;
  const path = resolve(found);
  return isExecutable(path) ? path : undefined;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
