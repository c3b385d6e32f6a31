/** Runs what a command does: with its server, its screen and its exit code. */
import type { Command } from 'commander';
import { EXIT, type Exit, exitOf, sayError } from '../terminal/exit.ts';
import { createScreen, type Screen } from '../terminal/screen.ts';
import { type Connection, connect, serverUrl } from './connect.ts';
import { environment } from './environment.ts';

interface GlobalOptions {
  readonly url?: string;
  readonly json?: boolean;
  readonly verbose?: boolean;
  readonly color: boolean;
}

export interface Context extends Connection {
  readonly screen: Screen;
}

/** The action of a command that asks a server. */
export const perform = (command: Command, act: (context: Context) => Promise<Exit | undefined>) =>
  performAlone(command, async (screen, url) => act({ screen, ...(await connect(url, screen)) }));

/** The action of a command that signs in or needs no server. */
export async function performAlone(
  command: Command,
  act: (screen: Screen, url: string) => Promise<Exit | undefined>,
): Promise<void> {
  const { url, json, verbose, color } = command.optsWithGlobals<GlobalOptions>();
  const screen = createScreen({
    isJson: json === true,
    isVerbose: verbose === true,
    isColored: color && environment.mayColor && process.stdout.isTTY === true,
  });
  try {
    process.exitCode = (await act(screen, await serverUrl(url))) ?? EXIT.solved;
  } catch (error) {
    screen.still();
    for (const line of sayError(error, screen.isVerbose, command.args)) screen.note(`grid: ${line}`);
    process.exitCode = exitOf(error);
  }
}
