/** Reads the log of a process that may be writing it, or was killed while it wrote. */
import { readFile } from 'node:fs/promises';

export interface LogLine {
  readonly time: number;
  readonly msg: string;
  readonly jobId?: string;
  /** Present in the line that reports the start of a solve. */
  readonly resumed?: boolean;
  /** Present in the line that reports the start of a server. */
  readonly address?: { readonly port: number };
}

/** Complete lines of a log: a kill may cut off the last one. */
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
