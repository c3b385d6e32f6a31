/** The file that takes a solver's output: what is new in it, and what is left of it in the end. */
import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';

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
