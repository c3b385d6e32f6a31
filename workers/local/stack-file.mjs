/** `.data/stack.json`: where a running stack is. Replaced whole at every change, removed at a clean stop. */
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { commandLine } from './command-line.mjs';
import { replaceFile } from './replace-file.mjs';

/** An address of MongoDB may carry a password. */
const OWNER_ONLY = 0o600;
const fileOf = (dataFolder) => join(dataFolder, 'stack.json');

export const writeStackFile = (dataFolder, stack) =>
  replaceFile(fileOf(dataFolder), `${JSON.stringify(stack, null, 2)}\n`, OWNER_ONLY);

export const removeStackFile = (dataFolder) => rm(fileOf(dataFolder), { force: true });

/** Undefined when there is none. */
export async function readStackFile(dataFolder) {
  const text = await readFile(fileOf(dataFolder), 'utf8').catch(() => undefined);
  return text && JSON.parse(text);
}

/** The running stack of a data folder; undefined when its supervisor is gone. */
export async function findRunningStack(dataFolder) {
  const stack = await readStackFile(dataFolder);
  if (!stack?.supervisor_command) return undefined;
  return (await commandLine(stack.supervisor_pid)) === stack.supervisor_command ? stack : undefined;
}
