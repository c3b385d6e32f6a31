/** `grid completion`: a script that completes commands and options in a shell, made of the commands themselves. */
import { Argument, type Command } from 'commander';
import { performAlone } from '../connection/perform.ts';
import { EXIT } from '../terminal/exit.ts';
import { examples } from './examples.ts';

/** A command as one types it, and what may follow it. */
export interface Words {
  readonly path: string;
  readonly description: string;
  readonly commands: readonly string[];
  readonly options: readonly {
    readonly name: string;
    readonly description: string;
    readonly values: readonly string[];
  }[];
}

const SHELLS = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof SHELLS)[number];

export function addCompletionCommand(program: Command): void {
  program
    .command('completion')
    .addArgument(new Argument('<shell>').choices(SHELLS))
    .description('A script that completes commands and options')
    .addHelpText(
      'after',
      examples(
        'grid completion bash > ~/.local/share/bash-completion/completions/grid',
        'grid completion zsh >> ~/.zshrc',
        'grid completion fish > ~/.config/fish/completions/grid.fish',
      ),
    )
    .action((shell: Shell, _: object, command: Command) =>
      performAlone(command, async () => {
        process.stdout.write(completionScript(shell, wordsOf(program)));
        return EXIT.solved;
      }),
    );
}

/** Every command of a program, the program itself first with an empty path. */
export function wordsOf(command: Command, path: readonly string[] = []): Words[] {
  const options = [...command.options, ...(command.parent ? rootOf(command).options : [])];
  return [
    {
      path: path.join(' '),
      description: command.description(),
      commands: command.commands.map((child) => child.name()),
      options: [
        ...options.map(({ long, description, argChoices }) => ({
          name: long ?? '',
          description,
          values: argChoices ?? [],
        })),
        { name: '--help', description: 'what it does, with examples', values: [] },
      ],
    },
    ...command.commands.flatMap((child) => wordsOf(child, [...path, child.name()])),
  ];
}

const rootOf = (command: Command): Command => (command.parent ? rootOf(command.parent) : command);

export function completionScript(shell: Shell, words: readonly Words[]): string {
  if (shell === 'fish') return fishScript(words);
  const bash = bashScript(words);
  return shell === 'zsh' ? `autoload -U +X bashcompinit && bashcompinit\n${bash}` : bash;
}

/** The longest path that the words before the cursor begin with says what comes; else it is a file. */
const bashScript = (words: readonly Words[]): string => `_grid() {
  local current="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" path="" word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in -*) ;; *) case "$path $word" in ${pathPattern(words)}) path="\${path:+$path }$word" ;; esac ;; esac
  done
  local commands="" options=""
  case "$path" in
${words.map(bashCase).join('\n')}
  esac
  case "$path $before" in
${words.flatMap(bashValues).join('\n')}
  esac
  if [[ "$current" == -* ]]; then COMPREPLY=($(compgen -W "$options" -- "$current"))
  elif [[ -n "$commands" ]]; then COMPREPLY=($(compgen -W "$commands" -- "$current"))
  else COMPREPLY=($(compgen -f -- "$current")); fi
}
complete -o filenames -F _grid grid
`;

const pathPattern = (words: readonly Words[]): string =>
  words
    .filter(({ path }) => path !== '')
    .map(({ path }) => (path.includes(' ') ? `"${path}"` : `" ${path}"`))
    .join('|');

const bashCase = ({ path, commands, options }: Words): string =>
  `    "${path}") commands="${commands.join(' ')}"; options="${options.map(({ name }) => name).join(' ')}" ;;`;

const bashValues = ({ path, options }: Words): string[] =>
  options
    .filter(({ values }) => values.length > 0)
    .map(
      ({ name, values }) =>
        `    "${path} ${name}") COMPREPLY=($(compgen -W "${values.join(' ')}" -- "$current")); return ;;`,
    );

const fishScript = (words: readonly Words[]): string => {
  const lines = words.flatMap(({ path, options }) => [
    ...words.filter((child) => isChild(path, child.path)).map((child) => fishCommand(path, child)),
    ...options.map(({ name, description, values }) => {
      const choices = values.length > 0 ? ` -x -a '${values.join(' ')}'` : '';
      return `complete -c grid -n '${fishWhere(path)}' -l ${name.slice(2)} -d '${quoted(description)}'${choices}`;
    }),
  ]);
  return `${lines.join('\n')}\n`;
};

const isChild = (path: string, child: string): boolean =>
  child !== '' && child.split(' ').slice(0, -1).join(' ') === path;

const fishCommand = (path: string, { path: child, description }: Words): string =>
  `complete -c grid -f -n '${path === '' ? '__fish_use_subcommand' : fishWhere(path)}' -a ${child.split(' ').at(-1)} -d '${quoted(description)}'`;

const fishWhere = (path: string): string =>
  path === ''
    ? 'true'
    : path
        .split(' ')
        .map((word) => `__fish_seen_subcommand_from ${word}`)
        .join('; and ');

const quoted = (text: string): string => text.replaceAll("'", "\\'");
