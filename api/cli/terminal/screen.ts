/** What is written where: answers to standard output, all else to standard error. */
import { styleText } from 'node:util';
import type { Problem } from '../../client/problem.ts';
import { plain, type Row, textTable } from './text.ts';

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

/** How answers for programs are written: as JSON, as YAML, or as CSV with a row for each record. */
export const FORMATS = ['table', 'json', 'yaml', 'csv'] as const;
export type Format = (typeof FORMATS)[number];

export const isFormat = (text: string | undefined): text is Format => FORMATS.some((each) => each === text);

/** `records`: what of an answer are the rows of a table. */
export type Write = (answer: unknown, records: readonly object[]) => string;

/** Undefined for a table, which people read. A library is loaded only where its format is asked for. */
export async function writerOf(format: Format): Promise<Write | undefined> {
  if (format === 'json') return (answer) => `${JSON.stringify(answer, undefined, 2)}\n`;
  if (format === 'yaml') {
    const { stringify } = await import('yaml');
    // Readers of YAML 1.1 take a bare `yes` or a bare date for something else than text: version 1.1 quotes both.
    return (answer) => stringify(answer, { version: '1.1', lineWidth: 0, aliasDuplicateObjects: false });
  }
  if (format === 'table') return undefined;
  const { stringify } = await import('csv-stringify/sync');
  return (_, records) => {
    const rows = records.map((record) => Object.fromEntries(cellsOf('', record)));
    const columns = [...new Set(rows.flatMap(Object.keys))];
    return stringify(rows, { header: columns.length > 0, columns, escape_formulas: true });
  };
}

/** A name with dots for what lies deeper. A list of words is one cell; a list of records or of figures is none. */
function cellsOf(name: string, value: unknown): [string, string | number][] {
  if (Array.isArray(value))
    return value.every((each) => typeof each === 'string') ? [[name, plain(value.join(' '))]] : [];
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, part]) =>
      cellsOf(name === '' ? key : `${name}.${key}`, part),
    );
  return [[name, typeof value === 'number' ? value : plain(String(value ?? ''))]];
}
