/** What is written where: answers to standard output, all else to standard error. */
import { styleText } from 'node:util';
import type { Problem } from '../../client/problem.ts';
import { plain } from './plain.ts';
import { type Row, textTable } from './text-table.ts';

/** Width of a terminal that does not say how wide it is, characters. */
const NARROW = 80;

type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow';

export interface Screen {
  readonly isJson: boolean;
  readonly isVerbose: boolean;
  /** A line of the answer, as text for people; nothing with `--json`. */
  say(line: string): void;
  table(head: readonly string[], rows: readonly Row[]): void;
  /** The answer as JSON, with `--json` only. */
  json(value: unknown): void;
  /** A line beside the answer. */
  note(line: string): void;
  /** Rewrites the last line of a terminal; elsewhere a line is written when `phase` is another one. */
  live(line: string, phase: string): void;
  /** Ends the line that is rewritten. */
  still(): void;
  /** Says once why a request waits. */
  trouble(problem: Problem | undefined): void;
  paint(style: Style, text: string): string;
}

interface ScreenOptions {
  readonly isJson: boolean;
  readonly isVerbose: boolean;
  readonly isColored: boolean;
  readonly out?: NodeJS.WriteStream;
  readonly err?: NodeJS.WriteStream;
}

export function createScreen({
  isJson,
  isVerbose,
  isColored,
  out = process.stdout,
  err = process.stderr,
}: ScreenOptions): Screen {
  let isLive = false;
  let phaseTold = '';
  let isTroubled = false;
  const clear = (): void => {
    if (isLive) err.write('\r\x1b[K');
    isLive = false;
  };
  const paint = (style: Style, text: string): string =>
    isColored ? styleText(style, text, { validateStream: false }) : text;
  const say = (line: string): void => {
    clear();
    if (!isJson) out.write(`${line}\n`);
  };
  const note = (line: string): void => {
    clear();
    err.write(`${line}\n`);
  };
  return {
    isJson,
    isVerbose,
    say,
    note,
    paint,
    table(head, rows) {
      const [first = '', ...lines] = textTable(head, rows);
      say(paint('bold', first));
      for (const line of lines) say(line);
    },
    json(value) {
      clear();
      if (isJson) out.write(`${JSON.stringify(value, undefined, 2)}\n`);
    },
    live(line, phase) {
      if (err.isTTY) {
        err.write(`\r\x1b[K${line.slice(0, (err.columns || NARROW) - 1)}`);
        isLive = true;
      } else if (phase !== phaseTold) note(line);
      phaseTold = phase;
    },
    still: clear,
    trouble(problem) {
      if (problem && !isTroubled) note(`${plain(problem.message)}; trying again`);
      isTroubled = problem !== undefined;
    },
  };
}
