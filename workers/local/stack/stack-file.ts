/**
 * `.data/stack.json`: addresses and processes of a running stack. The whole file is replaced at every change, and
 * removed at a clean stop.
 */
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { commandLine, isAlive, send } from '../processes.ts';

export type ProcessName = 'api' | 'solver' | 'orchestrator' | 'temporal' | 'mongod';

export interface StackFile {
  readonly api_url: string;
  readonly docs_url: string;
  readonly solver_url: string;
  readonly temporal_address: string;
  /** Address of the Web UI; empty if the Temporal server is not part of the stack. */
  readonly web_ui_url: string;
  readonly mongodb_uri: string;
  readonly supervisor_pid: number;
  /** Command line of the supervisor, since its pid may belong to another process by now. */
  readonly supervisor_command?: string | undefined;
  /**
   * Name -> process. On one machine the name is a `ProcessName`; in a cluster it also has a number, such as `solver-2`.
   */
  readonly processes: Readonly<Record<string, StackProcess>>;
}

export interface StackProcess {
  readonly pid: number;
  /** Path of the log file of the process. */
  readonly log: string;
  readonly command?: string | undefined;
}

/** Mode of the file: only the owner may read it, because the address of MongoDB may contain a password. */
const OWNER_ONLY = 0o600;
const fileOf = (dataFolder: string): string => join(dataFolder, 'stack.json');

export const writeStackFile = (dataFolder: string, stack: StackFile): Promise<void> =>
  replaceFile(fileOf(dataFolder), `${JSON.stringify(stack, null, 2)}\n`, OWNER_ONLY);

export const removeStackFile = (dataFolder: string): Promise<void> => rm(fileOf(dataFolder), { force: true });

/** The stack file; undefined if no stack has written one. */
export async function readStackFile(dataFolder: string): Promise<StackFile | undefined> {
  const text = await readFile(fileOf(dataFolder), 'utf8').catch(() => undefined);
  return text ? (JSON.parse(text) as StackFile) : undefined;
}

/** The running stack of a data folder; undefined if its supervisor is gone. */
export async function findRunningStack(dataFolder: string): Promise<StackFile | undefined> {
  const stack = await readStackFile(dataFolder);
  if (!stack?.supervisor_command) return undefined;
  return (await commandLine(stack.supervisor_pid)) === stack.supervisor_command ? stack : undefined;
}

let partials = 0;

/** Writes a file atomically: readers see either the old or the new contents. */
export async function replaceFile(file: string, contents: string, mode = 0o644): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  partials += 1;
  const partial = `${file}.${process.pid}.${partials}`;
  try {
    await writeFile(partial, contents, { mode });
    await rename(partial, file);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

const PATIENCE_MS = 10_000;
const POLL_MS = 100;

/**
 * Ends processes that a killed supervisor has left. A pid may belong to another process by now, so only a process with
 * the recorded command line is ended.
 */
export async function stopLeftovers(dataFolder: string, say: (line: string) => void): Promise<void> {
  const stack = await readStackFile(dataFolder);
  if (!stack) return;
  // Ends the processes in reverse order of their start, so that servers end last, when no process uses them.
  for (const [name, { pid, command }] of Object.entries(stack.processes).reverse()) {
    if (!command || (await commandLine(pid)) !== command) continue;
    say(`ending ${name} (${pid}) of an earlier stack`);
    send('SIGTERM', pid);
    const end = Date.now() + PATIENCE_MS;
    while (isAlive(pid) && Date.now() < end) await delay(POLL_MS);
    if (isAlive(pid)) send('SIGKILL', pid);
  }
  await removeStackFile(dataFolder);
}
