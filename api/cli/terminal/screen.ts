/** Output of commands: answers on standard output, everything else on standard error. */
import { styleText } from 'node:util';
import type { Problem } from '../../client/problem.ts';
import { plain, type Row, textTable } from './text.ts';

/** Width that is assumed for a terminal of unknown width, characters. */
const NARROW = 80;

type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow';

export interface Screen {
  readonly format: Format;
  /** True if the answer is text for people, not JSON, YAML or CSV. */
  readonly isForPeople: boolean;
  readonly isVerbose: boolean;
  /** True if the answer goes to a terminal, not to a pipe or file. */
  readonly isTerminal: boolean;
  /** Width of a line of the answer, characters. */
  readonly width: number;
  /** Colour depth of the answer, bits: 1 (no colours), 4, 8 or 24. */
  readonly colorBits: number;
  /** Writes a line of the answer; ignored unless the answer is text. */
  say(line: string): void;
  /** Writes a table; on a terminal, lines are cut to its width. */
  table(head: readonly string[], rows: readonly Row[]): void;
  /** Writes the answer as JSON, YAML or CSV if the user chose one of these formats; `records` are the CSV rows. */
  answer(value: object, records?: readonly object[]): void;
  /** Writes lines in place of the lines that the last call wrote. */
  redraw(lines: readonly string[]): void;
  /** Writes a line to standard error. */
  note(line: string): void;
  /** Rewrites the last line of a terminal; elsewhere writes a line whenever `phase` changes. */
  live(line: string, phase: string): void;
  /** Clears the line that `live` rewrites. */
  still(): void;
  /** Reports once why a request waits; call it with undefined when the wait is over. */
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
  let lastPhase = '';
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
      } else if (phase !== lastPhase) note(line);
      lastPhase = phase;
    },
    still: clear,
    trouble(problem) {
      if (problem && !isTroubled) note(`${plain(problem.message)}; trying again`);
      isTroubled = problem !== undefined;
    },
  };
}

/** Formats of answers: `table` is text for people; JSON, YAML and CSV, with a row per record, are for programs. */
export const FORMATS = ['table', 'json', 'yaml', 'csv'] as const;
export type Format = (typeof FORMATS)[number];

export const isFormat = (text: string | undefined): text is Format => FORMATS.some((each) => each === text);

/** Writes an answer in one format. `records`: CSV rows of the answer. */
export type Write = (answer: unknown, records: readonly object[]) => string;

/** Writer of a format, whose library is loaded only when the format is chosen; undefined for text. */
export async function writerOf(format: Format): Promise<Write | undefined> {
  if (format === 'json') return (answer) => `${JSON.stringify(answer, undefined, 2)}\n`;
  if (format === 'yaml') {
    const { stringify } = await import('yaml');
    // Text such as `yes` and dates are quoted, because a reader of YAML 1.1 would otherwise not read them as text.
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

/**
 * Converts a value to cells. Names of nested fields are joined by dots. A list of words becomes one cell; other lists
 * are left out.
 */
function cellsOf(name: string, value: unknown): [string, string | number][] {
  if (Array.isArray(value))
    return value.every((each) => typeof each === 'string') ? [[name, plain(value.join(' '))]] : [];
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, part]) =>
      cellsOf(name === '' ? key : `${name}.${key}`, part),
    );
  return [[name, typeof value === 'number' ? value : plain(String(value ?? ''))]];
}
