/** `grid completion`: shell scripts that call `grid __complete` for the words that may follow. */
import { Argument, type Command } from 'commander';
import { performAlone } from '../connection/perform.ts';
import { EXIT } from '../terminal/exit.ts';
import type { GridCommand } from './grid-command.ts';

/** Completion script of bash. Completes file names where no command, value or option can follow. */
const BASH = `_grid() {
  COMPREPLY=($(compgen -W "$("$1" __complete -- "\${COMP_WORDS[@]:1:COMP_CWORD-1}" 2> /dev/null)" -- "$2"))
  [[ \${#COMPREPLY[@]} -gt 0 ]] || COMPREPLY=($(compgen -f -- "$2"))
}
complete -o filenames -F _grid grid
`;

const SCRIPTS = {
  bash: BASH,
  zsh: `autoload -U +X bashcompinit && bashcompinit\n${BASH}`,
  fish: `complete -c grid -a '(grid __complete -- (commandline -opc)[2..])'\n`,
} as const;

type Shell = keyof typeof SCRIPTS;

export function addCompletionCommands(program: GridCommand): void {
  const write = (command: Command, text: string) =>
    performAlone(command, async () => {
      process.stdout.write(text);
      return EXIT.solved;
    });
  program
    .command('completion')
    .addArgument(new Argument('<shell>').choices(Object.keys(SCRIPTS)))
    .description('A script that completes commands and options')
    .examples(
      'grid completion bash > ~/.local/share/bash-completion/completions/grid',
      'grid completion zsh >> ~/.zshrc',
      'grid completion fish > ~/.config/fish/completions/grid.fish',
    )
    .action((shell: Shell, _: object, command: Command) => write(command, SCRIPTS[shell]));
  program
    .command('__complete', { hidden: true })
    .argument('[words...]', 'words before the cursor')
    .examples('grid __complete -- result --table')
    .action((words: string[], _: object, command: Command) =>
      write(command, `${followers(program, words).join('\n')}\n`),
    );
}

/** Commands, values and options that may follow `words`; empty where any value may follow. */
export function followers(program: Command, words: readonly string[]): readonly string[] {
  const command = words.reduce(
    (at, word) => at.commands.find((child) => child.name() === word) ?? at,
    program,
  );
  const options = [...command.options, ...program.options];
  const last = options.find(({ long, short }) => [long, short].includes(words.at(-1)));
  if (last?.required) return last.argChoices ?? [];
  const commands = command.commands.map((child) => child.name()).filter((name) => !name.startsWith('_'));
  const values = command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices);
  return [...commands, ...values, ...options.flatMap(({ long }) => long ?? []), '--help'];
}
