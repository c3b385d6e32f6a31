/** What is written where: answers to standard output, all else to standard error. */
import { styleText } from 'node:util';
import type { Problem } from '../../client/problem.ts';
import { plain } from './plain.ts';
import { type Format, writerOf } from './records.ts';
import { type Row, textTable } from './text-table.ts';

/** Width of a terminal that does not say how wide it is, characters. */
const NARROW = 80;

type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow';

export interface Screen {
  readonly format: Format;
  /** Whether the answer is text for people. */
  readonly isForPeople: boolean;
  readonly isVerbose: boolean;
  /** Whether somebody looks at the answer, rather than a pipe. */
  readonly isTerminal: boolean;
  /** Width of a line of the answer, characters. */
  readonly width: number;
  /** Colours that the answer may have, bits: 1 for none, 4, 8, 24. */
  readonly colorBits: number;
  /** A line of the answer, as text for people; nothing in another format. */
  say(line: string): void;
  /** On a terminal, what is wider than it is cut off. */
  table(head: readonly string[], rows: readonly Row[]): void;
  /** The answer in a format for programs, if one is asked for; `records` are its rows in CSV. */
  answer(value: object, records?: readonly object[]): void;
  /** Lines of the answer in place of those drawn before. */
  redraw(lines: readonly string[]): void;
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

const cut = (line: string, width: number): string =>
  line.length > width ? `${line.slice(0, width - 1)}…` : line;

interface ScreenOptions {
  readonly format: Format;
  readonly isVerbose: boolean;
  readonly colorBits: number;
  readonly out?: NodeJS.WriteStream;
  readonly err?: NodeJS.WriteStream;
}

export async function createScreen({
  format,
  isVerbose,
  colorBits,
  out = process.stdout,
  err = process.stderr,
}: ScreenOptions): Promise<Screen> {
  const write = await writerOf(format);
  const width = out.columns || NARROW;
  let drawn = 0;
  let isLive = false;
  let phaseTold = '';
  let isTroubled = false;
  const clear = (): void => {
    if (isLive) err.write('\r\x1b[K');
    isLive = false;
  };
  const paint = (style: Style, text: string): string =>
    colorBits > 1 ? styleText(style, text, { validateStream: false }) : text;
  const say = (line: string): void => {
    clear();
    if (!write) out.write(`${line}\n`);
  };
  const note = (line: string): void => {
    clear();
    err.write(`${line}\n`);
  };
  return {
    format,
    isForPeople: write === undefined,
    isVerbose,
    isTerminal: out.isTTY === true,
    width,
    colorBits,
    say,
    note,
    paint,
    table(head, rows) {
      const whole = textTable(head, rows);
      const [first = '', ...lines] = out.isTTY ? whole.map((line) => cut(line, width)) : whole;
      say(paint('bold', first));
      for (const line of lines) say(line);
    },
    answer(value, records = [value]) {
      clear();
      if (write) out.write(write(value, records));
    },
    redraw(lines) {
      const shown = lines.slice(0, (out.rows || lines.length + 1) - 1).map((line) => cut(line, width));
      out.write(`${drawn > 0 ? `\x1b[${drawn}A` : ''}\x1b[J${shown.join('\n')}\n`);
      drawn = shown.length;
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
