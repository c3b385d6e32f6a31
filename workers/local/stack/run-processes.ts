/** The processes of a stack, each under a supervisor of its own, and the file with their addresses. */
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { commandLine } from '../processes.ts';
import { removeStackFile, type StackFile, type StackProcess, writeStackFile } from './stack-file.ts';

/** Command of a process, before its environment and log are set. */
export type StackCommand = Omit<Command, 'env' | 'log'>;

export interface Processes {
  readonly stack: StackFile;
  /** Starts a process, and restarts it whenever it dies. */
  run(child: StackCommand, env: NodeJS.ProcessEnv): void;
  /** Sends SIGKILL to a process, which is then restarted. */
  kill(name: string): void;
  /** Stops a process gracefully, without a restart. */
  stop(name: string): Promise<void>;
  /** Stops a process gracefully and starts it with its first settings; `env` is added to its environment. */
  restart(name: string, env?: NodeJS.ProcessEnv): Promise<void>;
  /** Stops all processes in the order of `names`; those in one group are stopped at the same time. */
  stopAll(names: readonly (readonly string[])[]): Promise<void>;
}

type Addresses = Omit<StackFile, 'supervisor_pid' | 'supervisor_command' | 'processes'>;

export function runProcesses(
  dataFolder: string,
  addresses: Addresses,
  say: (line: string) => void,
): Processes {
  const commands = new Map<string, Command>();
  const running = new Map<string, Supervised>();
  const processes: Record<string, StackProcess> = {};
  const stack: StackFile = { ...addresses, supervisor_pid: process.pid, processes };
  let writing = Promise.resolve();
  const write = async () => {
    const supervisor_command = await commandLine(process.pid);
    await writeStackFile(dataFolder, { ...stack, supervisor_command });
  };
  const started = async (name: string, pid: number, log: string) => {
    // The command line of the process is recorded, so that a later start distinguishes a leftover from an unrelated
    // process.
    processes[name] = { pid, log, command: await commandLine(pid) };
    writing = writing.then(write).catch((error: Error) => say(error.message));
  };
  const start = (command: Command) => {
    const { name, log } = command;
    running.set(name, supervise(command, { onStart: (pid) => void started(name, pid, log), say }));
  };
  const stop = async (name: string) => running.get(name)?.stop();
  return {
    stack,
    stop,
    run(child, env) {
      const command = { ...child, env, log: join(dataFolder, 'logs', `${child.name}.log`) };
      commands.set(child.name, command);
      start(command);
    },
    kill: (name) => running.get(name)?.kill(),
    async restart(name, env = {}) {
      const command = commands.get(name);
      if (!command) throw new Error(`there is no process ${name}`);
      await stop(name);
      start({ ...command, env: { ...command.env, ...env } });
    },
    async stopAll(names) {
      for (const together of names) await Promise.all(together.map(stop));
      await writing;
      await removeStackFile(dataFolder);
    },
  };
}

const FIRST_MS = 200;
const LONGEST_MS = 10_000;
/** Time after which a running process counts as healthy, ms. */
const WELL_MS = 30_000;
const STOP_MS = 10_000;

interface Command {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** Path of the file that receives the output of the process. */
  readonly log: string;
  /** User and group under which the process runs; default: those of this process. */
  readonly owner?: { readonly uid: number; readonly gid: number } | undefined;
  /** Longest time that the process may take to stop, ms. */
  readonly stopMs?: number;
  /** Signal that stops the process; default SIGTERM. */
  readonly stopSignal?: NodeJS.Signals;
}

interface Watch {
  /** Called at every start of the process. */
  onStart(pid: number): void;
  say(line: string): void;
}

export interface Supervised {
  pid(): number | undefined;
  stop(): Promise<void>;
  /** Sends SIGKILL, after which the process is restarted. */
  kill(): void;
}

/**
 * Keeps one process running: when the process dies, it is restarted after a growing delay, until it is stopped on
 * purpose.
 */
export function supervise(
  { name, command, args, env, log, owner, stopMs = STOP_MS, stopSignal = 'SIGTERM' }: Command,
  { onStart, say }: Watch,
): Supervised {
  mkdirSync(dirname(log), { recursive: true });
  let timer: NodeJS.Timeout | undefined;
  let stopping = false;
  let wait = FIRST_MS;
  const start = (): ChildProcess => {
    const file = openSync(log, 'a');
    const began = Date.now();
    // The process gets a process group of its own, so that Ctrl-C reaches only the supervisor, which stops all
    // processes in order.
    const started = spawn(command, args, { env, ...owner, detached: true, stdio: ['ignore', file, file] });
    closeSync(file);
    started.once('error', (error) => say(`${name} cannot be started: ${error.message}`));
    started.once('exit', (code, signal) => {
      if (stopping) return;
      if (Date.now() - began > WELL_MS) wait = FIRST_MS;
      say(`${name} ended (${signal ?? code}); starting it again in ${wait} ms, log: ${log}`);
      timer = setTimeout(() => {
        child = start();
      }, wait);
      wait = Math.min(2 * wait, LONGEST_MS);
    });
    if (started.pid) onStart(started.pid);
    return started;
  };
  let child = start();
  return {
    pid: () => child.pid,
    kill: () => child.kill('SIGKILL'),
    async stop() {
      stopping = true;
      clearTimeout(timer);
      if (child.exitCode !== null || child.signalCode !== null || !child.pid) return;
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill(stopSignal);
      // A frozen process reacts to the signal only after it continues.
      child.kill('SIGCONT');
      const hard = setTimeout(() => child.kill('SIGKILL'), stopMs);
      await ended;
      clearTimeout(hard);
    },
  };
}
