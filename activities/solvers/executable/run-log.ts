/** What a running solver tells: in the file that takes its output, and in solutions that it writes on the way. */
import { closeSync, fstatSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Milp } from '../../milp/model.ts';
import type { SearchWatch } from '../solver.ts';
import { type Dialect, objectiveOf, progressIn } from './dialect.ts';

/** Kept of the beginning and of the end, bytes. */
const HEAD = 4_000;
const TAIL = 60_000;
/** A solver that prints more is out of its mind, bytes. */
const MOST = 100e6;

export interface RunLog {
  /** Complete lines since the last call, of a long piece only the last ones. */
  newLines(): string[];
  tooLong(): boolean;
  /** Head and tail. */
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

/** 0 while there is no file. */
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

/** Between two looks, ms. */
const LOOK_MS = 250;
/** Named by the solvers with a number that grows. */
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
    // One that is being written lacks values, and is read at the next look.
    const primal = incumbent(readFileSync(join(folder, newest.file), 'utf8'), model.columns.length);
    if (!primal) return;
    shown = newest.number;
    watch.onIncumbent(primal, objectiveOf(model, primal));
  };
  return (folder, log) => {
    if (performance.now() - looked < LOOK_MS) return;
    looked = performance.now();
    const seen = log
      .newLines()
      .map((line) => progressIn(line, dialect))
      .findLast(Boolean);
    if (seen) watch.onProgress(seen);
    if (incumbent) showIncumbent(folder);
  };
}

const newestIncumbent = (folder: string) =>
  readdirSync(folder)
    .map((file) => ({ file, number: Number(INCUMBENT_FILE.exec(file)?.[1]) }))
    .filter(({ number }) => number >= 0)
    .sort((a, b) => a.number - b.number)
    .at(-1);
