/** `.data/stack.json`: where a running stack is. Replaced whole at every change, removed at a clean stop. */
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { commandLine } from '../processes.ts';
import { replaceFile } from './replace-file.ts';

export type ProcessName = 'api' | 'solver' | 'orchestrator' | 'temporal' | 'mongod';

export interface StackFile {
  readonly api_url: string;
  readonly docs_url: string;
  readonly solver_url: string;
  readonly temporal_address: string;
  /** Empty when the Temporal server is not the stack's own. */
  readonly web_ui_url: string;
  readonly mongodb_uri: string;
  readonly supervisor_pid: number;
  /** What the supervisor calls itself: a pid may belong to somebody else by now. */
  readonly supervisor_command?: string | undefined;
  /** By name: on one machine a `ProcessName`, in a cluster also its number, such as `solver-2`. */
  readonly processes: Readonly<Record<string, StackProcess>>;
}

export interface StackProcess {
  readonly pid: number;
  /** Path of its log file. */
  readonly log: string;
  readonly command?: string | undefined;
}

/** An address of MongoDB may carry a password. */
const OWNER_ONLY = 0o600;
const fileOf = (dataFolder: string): string => join(dataFolder, 'stack.json');

export const writeStackFile = (dataFolder: string, stack: StackFile): Promise<void> =>
  replaceFile(fileOf(dataFolder), `${JSON.stringify(stack, null, 2)}\n`, OWNER_ONLY);

export const removeStackFile = (dataFolder: string): Promise<void> => rm(fileOf(dataFolder), { force: true });

/** Undefined when there is none. */
export async function readStackFile(dataFolder: string): Promise<StackFile | undefined> {
  const text = await readFile(fileOf(dataFolder), 'utf8').catch(() => undefined);
  return text ? (JSON.parse(text) as StackFile) : undefined;
}

/** The running stack of a data folder; undefined when its supervisor is gone. */
export async function findRunningStack(dataFolder: string): Promise<StackFile | undefined> {
  const stack = await readStackFile(dataFolder);
  if (!stack?.supervisor_command) return undefined;
  return (await commandLine(stack.supervisor_pid)) === stack.supervisor_command ? stack : undefined;
}
