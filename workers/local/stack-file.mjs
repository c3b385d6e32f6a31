/** `.data/stack.json`: where a running stack is. Replaced whole at every change, removed at a clean stop. */
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { commandLine } from './command-line.mjs';
import { replaceFile } from './replace-file.mjs';

const fileOf = (dataFolder) => join(dataFolder, 'stack.json');

export const writeStackFile = (dataFolder, stack) =>
  replaceFile(fileOf(dataFolder), `${JSON.stringify(stack, null, 2)}\n`);

export const removeStackFile = (dataFolder) => rm(fileOf(dataFolder), { force: true });

/** Undefined when there is none. */
export async function readStackFile(dataFolder) {
  const text = await readFile(fileOf(dataFolder), 'utf8').catch(() => undefined);
  return text && JSON.parse(text);
}

/** The running stack of a data folder; undefined when its supervisor is gone. */
export async function findRunningStack(dataFolder) {
  const stack = await readStackFile(dataFolder);
  return stack && (await isSupervised(stack)) ? stack : undefined;
}

/** The pid may belong to somebody else by now, or to a process that is dead but not yet collected. */
const isSupervised = async ({ supervisor_pid: pid, supervisor_command: command }) =>
  isAlive(pid) && (await commandLine(pid)) === command;

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
