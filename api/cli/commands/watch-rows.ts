/** A table that is drawn again as it changes; through a pipe, a line for each row that changes. */
import { isPassing, sleep } from '../../client/patient-fetch.ts';
import { EXIT, type Exit } from '../terminal/exit.ts';
import type { Screen } from '../terminal/screen.ts';
import { localTime, plain, type Row, textTable } from '../terminal/text.ts';

const AGAIN_MS = 2000;

/** Until Ctrl-C; a server that is away is waited for. */
export async function watchRows(
  screen: Screen,
  head: readonly string[],
  read: () => Promise<readonly Row[]>,
): Promise<Exit> {
  const over = new AbortController();
  process.once('SIGINT', () => over.abort());
  const told = new Set<string>();
  let rows: readonly Row[] | undefined;
  while (!over.signal.aborted) {
    rows = await read().catch((error: unknown) => {
      if (rows === undefined || !isPassing(error)) throw error;
      return rows;
    });
    if (screen.isTerminal) screen.redraw(textTable(head, rows));
    else tellNew(screen, rows, told);
    await sleep(AGAIN_MS, over.signal).catch(() => undefined);
  }
  return EXIT.detached;
}

function tellNew(screen: Screen, rows: readonly Row[], told: Set<string>): void {
  const lines = rows.map((row) => plain(row.join('  '))).filter((line) => !told.has(line));
  for (const line of lines) {
    screen.say(`${localTime(new Date().toISOString())}  ${line}`);
    told.add(line);
  }
}
