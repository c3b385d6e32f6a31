/**
 * Reads the progress of a running solver: from the file with its output, and from solutions that it writes during the
 * search.
 */
import { closeSync, fstatSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Milp } from '../../milp/model.ts';
import type { SearchWatch } from '../solver.ts';
import { type Dialect, objectiveOf, progressIn } from './dialect.ts';

/** Number of bytes kept of the head of the log. The next constant is the number kept of the tail. */
const HEAD = 4_000;
const TAIL = 60_000;
/** Largest size of a log, bytes; a run that prints more is ended. */
const MOST = 100e6;

export interface RunLog {
  /** Complete lines printed since the last call; of a long output, only the last ones. */
  newLines(): string[];
  tooLong(): boolean;
  /** Head and tail of the log. */
  text(): string;
}

export function createRunLog(path: string): RunLog {
  let shown = 0;
  return {
    newLines() {
      const size = sizeOf(path);
      const text = size > shown ? piece(path, Math.max(shown, size - TAIL), size) : '';
      const end = text.lastIndexOf('\n') + 1;
      if (end === 0) return [];
      shown = size - (text.length - end);
      return text.slice(0, end).split('\n');
    },
    tooLong: () => sizeOf(path) > MOST,
    text() {
      const size = sizeOf(path);
      if (size <= HEAD + TAIL) return piece(path, 0, size);
      return `${piece(path, 0, HEAD)}\n${piece(path, size - TAIL, size)}`;
    },
  };
}

/** Size of a file, bytes; 0 while it does not exist. */
const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

function piece(path: string, from: number, to: number): string {
  if (to <= from) return '';
  const file = openSync(path, 'r');
  try {
    const buffer = Buffer.alloc(Math.min(to, fstatSync(file).size) - from);
    const read = readSync(file, buffer, 0, buffer.length, from);
    return buffer.toString('latin1', 0, read);
  } finally {
    closeSync(file);
  }
}

/** Polling interval, ms. */
const LOOK_MS = 250;
/** Pattern of the names of incumbent files, which contain an increasing number. */
const INCUMBENT_FILE = /^incumbent\D*(\d+)\.sol$/;

export function createSearchWatcher(
  dialect: Dialect,
  model: Milp,
  watch: SearchWatch,
): (folder: string, log: RunLog) => void {
  const { incumbent } = dialect;
  let looked = performance.now();
  let shown = -1;
  const showIncumbent = (folder: string): void => {
    const newest = newestIncumbent(folder);
    if (!incumbent || !newest || newest.number <= shown) return;
    // A file that lacks values is still being written; the next poll reads it.
    const primal = incumbent(readFileSync(join(folder, newest.file), 'utf8'), model.columns.length);
    if (!primal) return;
    shown = newest.number;
    watch.onIncumbent(primal, objectiveOf(model, primal));
  };
  return (folder, log) => {
    if (performance.now() - looked < LOOK_MS) return;
    looked = performance.now();
    const progress = log
      .newLines()
      .map((line) => progressIn(line, dialect))
      .findLast(Boolean);
    if (progress) watch.onProgress(progress);
    if (incumbent) showIncumbent(folder);
  };
}

const newestIncumbent = (folder: string) =>
  readdirSync(folder)
    .map((file) => ({ file, number: Number(INCUMBENT_FILE.exec(file)?.[1]) }))
    .filter(({ number }) => number >= 0)
    .sort((a, b) => a.number - b.number)
    .at(-1);
