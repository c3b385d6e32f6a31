/** The log of a process of a stack that may write it just now, or has been killed while it did. */
import { readFile } from 'node:fs/promises';

export interface LogLine {
  readonly time: number;
  readonly msg: string;
  readonly jobId?: string;
  /** Present in the line of a solve that begins. */
  readonly resumed?: boolean;
  /** Present in the line of a server that listens. */
  readonly address?: { readonly port: number };
}

/** Whole lines only: the last is whole once its end has been written, and one that a kill cut off is none. */
export async function readLog(file: string): Promise<LogLine[]> {
  const lines = (await readFile(file, 'utf8')).split('\n');
  return lines.slice(0, -1).flatMap((line) => {
    try {
      return [JSON.parse(line)];
    } catch {
      return [];
    }
  });
}
