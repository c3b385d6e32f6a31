/** A command of `grid`: its action calls a server, and its help ends with examples. */
import { Command, Option } from 'commander';
import type { Kind } from '../connection/ids.ts';
import { type Context, perform, performOn } from '../connection/perform.ts';
import type { Exit } from '../terminal/exit.ts';

export class GridCommand extends Command {
  override createCommand(name?: string): GridCommand {
    return new GridCommand(name);
  }

  /** Adds an option with a fixed set of values. */
  choice(flags: string, values: readonly string[], description?: string, fallback?: string): this {
    return this.addOption(new Option(flags, description).choices(values).default(fallback));
  }

  examples(...lines: readonly string[]): this {
    return this.addHelpText('after', `\nExamples:\n${lines.map((line) => `  $ ${line}`).join('\n')}`);
  }

  /** Sets the action; `act` receives the arguments, then the options. */
  asks<Typed extends unknown[]>(act: (context: Context, ...typed: Typed) => Promise<Exit>): this {
    return this.action((...typed: Typed) => perform(this, (context) => act(context, ...typed)));
  }

  /**
   * Sets the action of a command whose argument is an id of `kind`. `act` receives the completed id, then the options.
   */
  asksAbout<Options>(
    kind: Kind,
    act: (context: Context, id: string, options: Options) => Promise<Exit>,
  ): this {
    return this.action((text: string, options: Options) =>
      performOn(this, kind, text, (context, id) => act(context, id, options)),
    );
  }

  /** Adds a subcommand on one record of a `kind`. */
  about<Options>(
    kind: Kind,
    verb: string,
    description: string,
    act: (context: Context, id: string, options: Options) => Promise<Exit>,
  ): GridCommand {
    const [id, words] =
      kind === 'schedule' ? ['morning', ', or its name'] : ['58120f05', ', or its first characters'];
    return this.command(verb)
      .argument('<id>', `of the ${kind}${words}`)
      .description(description)
      .examples(`grid ${this.parent ? `${this.name()} ` : ''}${verb} ${id}`)
      .asksAbout(kind, act);
  }
}
