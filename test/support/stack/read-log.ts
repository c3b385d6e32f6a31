/** The log of a process that may be writing it, or was killed while it did. */
import { readFile } from 'node:fs/promises';

export interface LogLine {
  readonly time: number;
  readonly msg: string;
  readonly jobId?: string;
  /** Present in the line of a solve's start. */
  readonly resumed?: boolean;
  /** Present in the line of a server's start. */
  readonly address?: { readonly port: number };
}

/** Lines of a log that end with a newline: a kill may cut off the last one. */
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
