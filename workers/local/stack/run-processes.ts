/** The processes of a stack, each under its supervisor, and the file that says where they are. */
import { join } from 'node:path';
import { commandLine } from '../processes.ts';
import { removeStackFile, type StackFile, type StackProcess, writeStackFile } from './stack-file.ts';
import { type Command, type Supervised, supervise } from './supervise.ts';

/** A process before it is given its environment and its log. */
export type StackCommand = Omit<Command, 'env' | 'log'>;

export interface Processes {
  readonly stack: StackFile;
  /** Starts it, and again whenever it dies. */
  run(child: StackCommand, env: NodeJS.ProcessEnv): void;
  /** SIGKILL, after which it is started again. */
  kill(name: string): void;
  /** Ends it in order; it stays away. */
  stop(name: string): Promise<void>;
  /** Ends it in order and starts it as it was started first, with `env` on top of its environment. */
  restart(name: string, env?: NodeJS.ProcessEnv): Promise<void>;
  /** Ends all: in the order of `names`, at the same time those that stand together. */
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
    // What the process calls itself, so that a later start knows a leftover from a stranger.
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
