/** Runs the action of a command: connects, prints errors and sets the exit code. */
import type { Command } from 'commander';
import { Problem } from '../../client/problem.ts';
import { EXIT, type Exit, exitOf, Refusal, sayError } from '../terminal/exit.ts';
import { createScreen, isFormat, type Screen } from '../terminal/screen.ts';
import { type Connection, connect, serverUrl } from './connect.ts';
import { environment } from './environment.ts';
import { idOf, type Kind, kindOf } from './ids.ts';

interface GlobalOptions {
  readonly url?: string;
  readonly json?: boolean;
  /** Value of `-o`: an output format, or the file that the command writes. */
  readonly output?: string;
  readonly verbose?: boolean;
  readonly color: boolean;
}

export interface Context extends Connection {
  readonly screen: Screen;
}

/** Runs the action of a command that calls a server. */
export const perform = (command: Command, act: (context: Context) => Promise<Exit | undefined>) =>
  performAlone(command, async (screen, url) => act({ screen, ...(await connect(url, screen)) }));

/**
 * Runs the action of a command on one record of a `kind`. `text`: id of the record, its first characters, or its name.
 */
export const performOn = (
  command: Command,
  kind: Kind,
  text: string,
  act: (context: Context, id: string) => Promise<Exit | undefined>,
) =>
  perform(command, async (context) => {
    const id = await idOf(context.client, kind, text);
    try {
      return await act(context, id);
    } catch (error) {
      const isGone = error instanceof Problem && error.status === NOT_FOUND;
      const other = isGone ? await kindOf(context.client, kind, id) : undefined;
      throw other === undefined ? error : new Refusal(other);
    }
  });

const NOT_FOUND = 404;

/** Runs the action of a command that signs in or needs no server. */
export async function performAlone(
  command: Command,
  act: (screen: Screen, url: string) => Promise<Exit | undefined>,
): Promise<void> {
  const { url, json, output, verbose, color } = command.optsWithGlobals<GlobalOptions>();
  const outputFormat = isFormat(output) ? output : 'table';
  const screen = await createScreen({
    format: json ? 'json' : outputFormat,
    isVerbose: verbose === true,
    colorBits: color ? environment.colorBits(process.stdout) : 1,
  });
  try {
    process.exitCode = (await act(screen, await serverUrl(url))) ?? EXIT.solved;
  } catch (error) {
    screen.still();
    for (const line of sayError(error, screen.isVerbose, command.args)) screen.note(`grid: ${line}`);
    process.exitCode = exitOf(error);
  }
}
