/**
 * Follows a run until it ends, or a table as it changes. Ctrl-C at a terminal asks whether to detach, stop or cancel;
 * elsewhere it detaches, and the run continues.
 */
import { createInterface } from 'node:readline/promises';
import { isPassing, sleep } from '../../client/patient-fetch.ts';
import type { FollowOptions } from '../../client/runs.ts';
import type { Context } from '../connection/perform.ts';
import { EXIT, type Exit, sayError } from '../terminal/exit.ts';
import type { Screen } from '../terminal/screen.ts';
import { localTime, plain, type Row, textTable } from '../terminal/text.ts';

export interface Watched<R> {
  /**
   * Name of the run. It is printed after the handler of Ctrl-C is installed, so the user may press Ctrl-C as soon as it
   * appears.
   */
  readonly title: string;
  follow(options: FollowOptions): AsyncIterable<R>;
  /** Progress as one line. */
  line(status: R): string;
  /** Key of the current phase; a log line is written whenever it changes. */
  phase(status: R): string;
  /** Ends the search with the best schedule so far; absent for runs that cannot be stopped. */
  stop?(): Promise<unknown>;
  cancel(): Promise<unknown>;
  /** Command with which the user resumes watching. */
  readonly again: string;
}

/** Follows a run. Resolves with the exit code of `finish`, or with `EXIT.detached`. */
export async function watchRun<R>(
  { screen }: Pick<Context, 'screen'>,
  run: Watched<R>,
  finish: (last: R) => Promise<Exit>,
): Promise<Exit> {
  const detach = new AbortController();
  const interrupt = onInterrupt({ screen }, run, detach);
  screen.note(run.title);
  let last: R | undefined;
  try {
    for await (const status of run.follow({ signal: detach.signal })) {
      last = status;
      if (!interrupt.isAsking()) screen.live(run.line(status), run.phase(status));
    }
  } catch (error) {
    if (!detach.signal.aborted) throw error;
    screen.still();
    screen.note(`Detached; the run continues. To watch it again: ${run.again}`);
    return EXIT.detached;
  } finally {
    interrupt.close();
    screen.still();
  }
  return last === undefined ? EXIT.refused : finish(last);
}

/** On Ctrl-C, asks whether to detach, stop or cancel; a second Ctrl-C during the question detaches. */
function onInterrupt<R>({ screen }: Pick<Context, 'screen'>, run: Watched<R>, detach: AbortController) {
  let asking: AbortController | undefined;
  const decide = async (): Promise<void> => {
    if (!process.stdin.isTTY || asking) return detach.abort();
    asking = new AbortController();
    screen.still();
    const answer = await question(run.stop !== undefined, asking.signal);
    asking = undefined;
    if (answer.startsWith('d')) detach.abort();
    else if (answer.startsWith('s') && run.stop) await attempt(run.stop(), 'Stopping with the best so far');
    else if (answer.startsWith('c')) await attempt(run.cancel(), 'Cancelling');
  };
  const attempt = async (action: Promise<unknown>, words: string): Promise<void> => {
    try {
      await action;
      screen.note(words);
    } catch (error) {
      for (const line of sayError(error, screen.isVerbose)) screen.note(line);
    }
  };
  const listener = (): void => void decide();
  process.on('SIGINT', listener);
  return {
    isAsking: () => asking !== undefined,
    close() {
      process.off('SIGINT', listener);
      asking?.abort();
    },
  };
}

/** Asks the question. Resolves with an empty answer when `signal` aborts, and with `d` at another Ctrl-C. */
async function question(mayStop: boolean, signal: AbortSignal): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const again = new AbortController();
  lines.once('SIGINT', () => again.abort());
  const words = `It is still running: [d]etach, ${mayStop ? '[s]top with the best so far, ' : ''}[c]ancel, or Enter to continue: `;
  try {
    const answer = await lines.question(words, { signal: AbortSignal.any([signal, again.signal]) });
    return answer.trim().toLowerCase();
  } catch {
    return again.signal.aborted ? 'd' : '';
  } finally {
    lines.close();
  }
}

const AGAIN_MS = 2000;

/** Shows a table until Ctrl-C; waits while the server cannot be reached. */
export async function watchRows(
  screen: Screen,
  head: readonly string[],
  read: () => Promise<readonly Row[]>,
): Promise<Exit> {
  const over = new AbortController();
  process.once('SIGINT', () => over.abort());
  const printedLines = new Set<string>();
  let rows: readonly Row[] | undefined;
  while (!over.signal.aborted) {
    rows = await read().catch((error: unknown) => {
      if (rows === undefined || !isPassing(error)) throw error;
      return rows;
    });
    if (screen.isTerminal) screen.redraw(textTable(head, rows));
    else printNewLines(screen, rows, printedLines);
    await sleep(AGAIN_MS, over.signal).catch(() => undefined);
  }
  return EXIT.detached;
}

function printNewLines(screen: Screen, rows: readonly Row[], printedLines: Set<string>): void {
  const lines = rows.map((row) => plain(row.join('  '))).filter((line) => !printedLines.has(line));
  for (const line of lines) {
    screen.say(`${localTime(new Date().toISOString())}  ${line}`);
    printedLines.add(line);
  }
}
